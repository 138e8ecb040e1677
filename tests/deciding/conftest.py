"""A clock that only pauses move on, and a store that goes by it."""

import pytest

from calling import Watch
from exeunt.store.store import Store


@pytest.fixture
def watch():
    """A clock that only pauses move on."""
    return Watch()


@pytest.fixture
def store(tmp_path, watch):
    """A store of its own, by that clock."""
    path = tmp_path / "state" / "exeunt" / "store.db"
    with Store.open(str(path), clock=watch) as store:
        yield store
