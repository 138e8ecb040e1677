"""The number of a failure mode → its name, and the group that it is shown in.

modes.toml has them, as the public CLI Agent Spec 1.6 numbers and names them.
"""

from __future__ import annotations

import tomllib

from .._beside import text_of

GROUPS: dict[str, dict[int, str]] = {
    group: {int(mode): name for mode, name in names.items()}
    for group, names in tomllib.loads(text_of("reports/modes.toml")).items()
}
OTHER = "Beyond the failure modes"
