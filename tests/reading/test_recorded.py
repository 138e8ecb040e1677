"""A record from a file → a reading: its facts may lower what a line is worth."""

import pytest

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
