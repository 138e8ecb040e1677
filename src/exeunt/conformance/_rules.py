"""Every rule, in the order in which they are told."""

from __future__ import annotations

from ._rules_calls import CALLS
from ._rules_contract import CONTRACT
from ._rules_dialects import DIALECTS
from ._rules_envelope import ENVELOPE
from ._rules_plain import PLAIN

RULES = (*PLAIN, *CALLS, *ENVELOPE, *CONTRACT, *DIALECTS)
BY_ID = {rule.id: rule for rule in RULES}
