"""Run a command with subprocess.run and print a record."""

import json
import subprocess
import sys

done = subprocess.run(sys.argv[2:], capture_output=True, timeout=10, check=False)
record = {
    "stdout": done.stdout.decode(),
    "stderr": done.stderr.decode(),
    "exit_code": done.returncode,
}
print(json.dumps(record))
