"""Files of a fixture → in their room, whatever an earlier call has put there."""

import os
from pathlib import Path

import pytest

from exeunt import InputError
from exeunt.audit._place import Place

LATER = "later"


@pytest.fixture
def room():
    """A room of a check."""
    with Place() as place:
        yield place.room()


def test_a_file_is_made_with_its_folders(room):
    """Twice, as for a call that is made again."""
    for text in ("first", LATER):
        room.put("a/b/file", text)

    assert LATER == Path(room.path, "work/a/b/file").read_text()


def test_a_link_in_its_place_is_replaced(room, tmp_path):
    """A checked program may have put it there: what it leads to is as it was."""
    precious = tmp_path / "precious"
    precious.write_text("precious")
    file = Path(room.path, "work/file")
    file.symlink_to(precious)
    room.put("file", LATER)

    assert "precious" == precious.read_text()
    assert LATER == file.read_text()


@pytest.mark.parametrize("kind", ["link", "pipe", "file"])
def test_what_is_no_folder_is_not_gone_through(kind, room, tmp_path):
    """Neither a link to a folder; nothing is waited for."""
    path = Path(room.path, "work/folder")
    {
        "link": lambda: path.symlink_to(tmp_path),
        "pipe": lambda: os.mkfifo(path),
        "file": path.touch,
    }[kind]()

    with pytest.raises(InputError, match="cannot be made"):
        room.put("folder/file", LATER)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_what_is_no_file_is_not_read(kind, room):
    """A stream that was kept aside is a file of ours, or nothing."""
    path = Path(room.path, "aside")
    {
        "link": lambda: path.symlink_to("/dev/zero"),
        "pipe": lambda: os.mkfifo(path),
    }[kind]()

    assert "" == room.aside()
