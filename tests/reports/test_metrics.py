"""Rows → a file of metrics that others' parsers read, and that only grows."""

import multiprocessing

import pytest
from prometheus_client.openmetrics.parser import (
    text_string_to_metric_families as strict,
)
from prometheus_client.parser import text_string_to_metric_families as lenient

from exeunt.errors import InputError
from exeunt.reports.metrics import PROGRAMS, add, add_journal
from reported import BEGAN, doubt, hostile, night, row

NOW = BEGAN + 86_400


def families(path):
    """What a parser of OpenMetrics makes of a file: each sample by its labels."""
    text = path.read_text(encoding="utf-8")
    assert text.endswith("# EOF\n")
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in strict(text)
        for sample in family.samples
    }


def test_both_parsers_read_what_is_written(tmp_path):
    """OpenMetrics, and the older format that textfile collectors read."""
    file = tmp_path / "exeunt.prom"
    add(str(file), night())
    found = families(file)

    old = list(lenient(file.read_text(encoding="utf-8")))
    assert 40 == found["exeunt_runs_total", "done", "load"]
    assert 2 == found["exeunt_runs_total", "failed", "tar"]
    assert 1 == found["exeunt_runs_total", "psql", "unknown"]
    assert 2 == found["exeunt_run_duration_seconds_bucket", "+Inf", "tar"]
    assert 0 == found["exeunt_run_duration_seconds_bucket", "1.0", "tar"]
    assert 3 == found["exeunt_run_duration_seconds_sum", "tar"]
    assert (
        BEGAN + 3601.5
        == (found["exeunt_last_failure_timestamp_seconds", "nightly", "tar"])
    )
    assert BEGAN + 7101.5 == found["exeunt_last_success_timestamp_seconds", "", "make"]
    assert {"exeunt_run_duration_seconds", "exeunt_last_success_timestamp_seconds"} < {
        family.name for family in old
    }


def test_what_enemies_wrote_is_a_label(tmp_path):
    """Quotes, ends of line and what is no text come back from the file."""
    file = tmp_path / "exeunt.prom"
    add(str(file), hostile())
    once = families(file)
    add(str(file), hostile())

    assert {name: 2 * value for name, value in once.items() if "_total" in name[0]} == {
        name: value for name, value in families(file).items() if "_total" in name[0]
    }


def test_counters_grow_by_what_has_ended_since(tmp_path):
    """The journal forgets old runs and is read again: each counts once."""
    file = tmp_path / "exeunt.prom"
    rows = list(night())
    add_journal(str(file), rows, BEGAN + 5000)
    first = families(file)
    add_journal(str(file), rows, NOW)
    second = families(file)
    add_journal(str(file), rows[45:], NOW + 60)

    assert 9 == first["exeunt_runs_total", "done", "load"]
    assert 40 == second["exeunt_runs_total", "done", "load"]
    assert 1 == second["exeunt_journal_in_doubt", "psql"]
    same = families(file)
    del second["exeunt_journal_until_timestamp_seconds",]
    del same["exeunt_journal_until_timestamp_seconds",]
    assert second == same


def test_no_run_is_counted_in_both_ways(tmp_path):
    """A file counts the journal, or runs one by one."""
    journal, single = tmp_path / "journal.prom", tmp_path / "single.prom"
    add_journal(str(journal), [], NOW)
    add(str(single), [row()])

    with pytest.raises(InputError, match="counts the journal"):
        add(str(journal), [row()])
    with pytest.raises(InputError, match="one by one"):
        add_journal(str(single), [row()], NOW)


@pytest.mark.parametrize(
    "text",
    ["node_load1 0.3\n", "exeunt_runs_total{program=", "\x00", "exeunt_runs_total x\n"],
)
def test_a_file_of_others_is_left_alone(tmp_path, text):
    """It is refused, and stays what it was."""
    file = tmp_path / "node.prom"
    file.write_text(text)

    with pytest.raises(InputError, match="has not written"):
        add(str(file), [row()])
    assert text == file.read_text()


def test_too_many_programs_share_a_label(tmp_path):
    """A monitor has a limit of series; so has the file."""
    file = tmp_path / "exeunt.prom"
    add(str(file), [row(n, argv=[f"tool{n}"]) for n in range(PROGRAMS + 50)])
    found = families(file)

    assert 50 == found["exeunt_runs_total", "failed", "other programs"]
    assert PROGRAMS + 1 == sum(name[0] == "exeunt_runs_total" for name in found)


def test_a_doubt_is_no_run_that_ended(tmp_path):
    """It has no duration, and is counted by its verdict."""
    file = tmp_path / "exeunt.prom"
    add(str(file), [doubt(), row(2, None)])

    assert {("exeunt_runs_total", "tar", "unknown"): 1.0} == {
        name: value for name, value in families(file).items() if "_total" in name[0]
    }


def many(path):
    """Count ten runs."""
    for number in range(10):
        add(path, [row(number)])


def test_whoever_adds_at_once_loses_nothing(tmp_path):
    """Four processes, ten runs each."""
    file = tmp_path / "exeunt.prom"
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=many, args=(str(file),)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert 40 == families(file)["exeunt_runs_total", "failed", "tar"]
    assert [file] == [*tmp_path.iterdir()]
