"""The word that calls a program → the file that the kernel would start."""

import os

import pytest

from exeunt.deciding.called_file import called_file, program_file
from exeunt.process.run import request


@pytest.fixture
def app(tmp_path):
    """A program, and where it is."""
    path = tmp_path / "bin" / "app"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.mark.clause("K29")
def test_however_it_is_called_it_is_one_file(tmp_path, app):
    """By its name, by its path, from its directory, through a link of its name."""
    link = tmp_path / "app"
    link.symlink_to(app)
    found = {
        called_file(request(["app"], env={"PATH": f"/bin:{app.parent}"})),
        called_file(request(["./app"], cwd=app.parent)),
        called_file(request(["bin/app"], cwd=tmp_path)),
        program_file(str(app)),
        program_file(str(link)),
    }

    (one,) = found
    assert (str(app), app.stat().st_ino) == (one.path, one.inode)


@pytest.mark.clause("K29")
def test_a_link_of_another_name_is_another_program(tmp_path, app):
    """One file that is many programs does what its name says."""
    link = tmp_path / "other"
    link.symlink_to(app)
    found = program_file(str(link))

    assert (str(link), app.stat().st_ino) == (found.path, found.inode)


@pytest.mark.parametrize(
    ("word", "search", "cwd"),
    [
        ("app", "bin", "/"),
        ("app", ":/bin", "/"),
        ("no-such-program", "/bin", None),
        ("/no/such/program", None, None),
        ("", None, None),
        ("a\0b", None, None),
    ],
)
@pytest.mark.clause("K29")
def test_what_cannot_be_told_is_no_file(word, search, cwd):
    """A PATH that means other places elsewhere, a file that is not there."""
    assert None is program_file(word, search, cwd)


@pytest.mark.clause("K29")
@pytest.mark.parametrize("how", ["written", "replaced", "made executable"])
def test_a_file_that_was_touched_has_another_pin(app, how):
    """Its bytes, its inode, or anything else about it."""
    before = program_file(str(app))
    if how == "written":
        app.write_text("#!/bin/sh\n\n")
        os.utime(app, ns=(before.modified, before.modified))
    elif how == "replaced":
        copy = app.with_name("copy")
        copy.write_bytes(app.read_bytes())
        copy.chmod(0o755)
        copy.replace(app)
    else:
        while app.stat().st_ctime_ns == before.changed:  # the clock of files ticks
            app.chmod(0o700)
    after = program_file(str(app))

    assert before.path == after.path
    assert before.pin != after.pin
