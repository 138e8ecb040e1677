"""Real agents → tests/agents/data/shells.json, recorded anew."""

import json

from real_agents.shells import DATA, record

DATA.parent.mkdir(parents=True, exist_ok=True)
rows = [json.dumps(row, ensure_ascii=True) for row in record()]
DATA.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
print(f"{len(rows)} shells -> {DATA.name}")
