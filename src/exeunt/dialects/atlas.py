"""The atlas by the name that it had → `exeunt.atlas`."""

from __future__ import annotations

from ..atlas import candidates as candidates
from ..atlas import check_table as check_table
from ..atlas import knows as knows
from ..atlas import load_table as load_table
from ..atlas import look_up as look_up
from ..atlas import look_up_line as look_up_line
from ..atlas import tools as tools
