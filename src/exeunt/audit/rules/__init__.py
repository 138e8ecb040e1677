"""The files of rules → every rule, in the order in which a check tells of them."""

from __future__ import annotations

from .calls import CALLS
from .contract import CONTRACT
from .dialects import DIALECTS
from .effects import EFFECTS
from .envelope import ENVELOPE
from .fields import FIELDS
from .plain import PLAIN
from .terminal import TERMINAL

RULES = (
    *PLAIN,
    *TERMINAL,
    *CALLS,
    *ENVELOPE,
    *FIELDS,
    *CONTRACT,
    *EFFECTS,
    *DIALECTS,
)
BY_ID = {rule.id: rule for rule in RULES}
