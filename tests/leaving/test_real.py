"""Programs from PyPI, as they are and adopted → the same, but for what the table says.

`make adopt-real` does so with many more, and with the suites that programs bring.
"""

import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
REAL = ROOT / "scenarios" / "real.toml"
# Beside a bare wheel there are none; what is marked `checkout` is only collected.
PROGRAMS = tomllib.loads(REAL.read_text("utf-8"))["program"] if REAL.exists() else []
CALLS = [
    pytest.param(program, call, id=f"{program['name']} {call['words']}")
    for program in PROGRAMS
    for call in program["call"]
    if call.get("tested")
]


@pytest.mark.needs("setsid", "git")
@pytest.mark.parametrize(("program", "call"), CALLS)
def test_an_adopted_program_does_what_it_did(program, call, tmp_path):
    """In a pipe, at a terminal and for JSON: its bytes, its files and its number."""
    sys.path.append(str(ROOT / "tools"))
    real, gate = import_module("_real_calls"), import_module("adopt_real")
    place = real.Place(
        tmp_path / "place", Path(sys.executable), real.Program(**program)
    )
    found = gate.call_by_call(place, call)

    assert [] == [
        (way, one.what, one.was, one.now)
        for way, differences in found
        for one in differences
        if not one.row
    ]
