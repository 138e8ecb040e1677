"""Seven files of rules → every rule, in the order in which they are told."""

from __future__ import annotations

from ._rules_calls import CALLS
from ._rules_contract import CONTRACT
from ._rules_dialects import DIALECTS
from ._rules_effects import DEEDS
from ._rules_envelope import ENVELOPE
from ._rules_fields import FIELDS
from ._rules_plain import PLAIN
from ._rules_terminal import TERMINAL

RULES = (
    *PLAIN,
    *TERMINAL,
    *CALLS,
    *ENVELOPE,
    *FIELDS,
    *CONTRACT,
    *DEEDS,
    *DIALECTS,
)
BY_ID = {rule.id: rule for rule in RULES}
