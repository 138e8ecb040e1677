"""A record from a file → a reading: its facts may lower what a line is worth."""

import pytest

from exeunt import decide
from exeunt.reading.recorded import read_record

LINE = {"command": "/bin/bash", "args": ["-c", "a | b"], "stdout": "", "stderr": ""}


def recorded(*marks, status=0):
    """The reading of a record whose stages have these marks."""
    stages = [{"words": ["a"], "status": status, "hidden": mark} for mark in marks]
    record = {**LINE, "exit_code": 0, "status": "exited", "stages": stages}
    return read_record(record)[0]


@pytest.mark.parametrize(
    ("marks", "verdict", "certainty"),
    [
        ((True, False), "failed", "convention"),
        ((None, False), "done", "guess"),
        ((False, False), "done", "guess"),
        (("yes", 7), "done", "guess"),
    ],
)
def test_stages_of_a_file_are_believed_for_failures_alone(marks, verdict, certainty):
    """A file that says that nothing was hidden is no proof of it."""
    reading = recorded(*marks)

    assert (verdict, certainty) == (reading.verdict.value, reading.certainty.value)


def test_a_failure_of_a_file_of_which_nobody_knows_is_no_success():
    """A stage that has failed and has no mark may have been hidden."""
    reading = recorded(None, status=1)

    assert ("unknown", "guess") == (reading.verdict.value, reading.certainty.value)


@pytest.mark.parametrize("stages", ["x", 5, {"hidden": True}, [1, None, []]])
def test_what_is_no_list_of_stages_says_nothing(stages):
    """A damaged record is read as one without stages."""
    record = {**LINE, "exit_code": 0, "status": "exited", "stages": stages}

    assert "guess" == read_record(record)[0].certainty.value


@pytest.mark.parametrize("line", ["pytest | tail -3", "make; echo done"])
@pytest.mark.parametrize("taken_out", ["stages", "anomalies", "both"])
def test_what_was_taken_out_of_a_record_is_no_success(line, taken_out):
    """The certainty of a file is none: a line of several without stages is doubted."""
    reading = {"name": "SUCCESS", "code": 0, "verdict": "done", "certainty": "atlas"}
    record = {**LINE, "args": ["-c", line], "exit_code": 0, "status": "exited"}
    record |= {"schema_version": 1, "reading": {**reading, "anomalies": []}}
    if taken_out == "anomalies":
        record["stages"] = [{"words": ["a"], "status": 1, "hidden": True}]
    if taken_out == "stages":
        record["reading"]["anomalies"] = ["hidden_failure"]
    found, _ = read_record(record)

    assert found.verdict.value in {"unknown", "failed"}
    assert "proceed" != decide(found).action.value


def test_the_certainty_of_a_file_is_read_again():
    """A lone command has that of its table; a file cannot say more."""
    reading = {"name": "SUCCESS", "code": 0, "certainty": "envelope"}
    record = {"command": "no-such-tool", "args": [], "exit_code": 0, "status": "exited"}
    record |= {"stdout": "", "stderr": "", "schema_version": 1, "reading": reading}

    line = {**record, **LINE, "reading": {**reading, "certainty": "atlas"}}
    del line["schema_version"]  # as of an older exeunt, which wrote no stages

    assert "convention" == read_record(record)[0].certainty.value
    assert "guess" == read_record(line)[0].certainty.value
