"""Run a command with pexpect.run and print a record."""

import json
import shlex
import sys

sys.path.append(sys.argv.pop(1))

import pexpect

command = shlex.join(sys.argv[1:])
output, code = pexpect.run(command, timeout=10, withexitstatus=True)
print(json.dumps({"stdout": output.decode(), "exit_code": code}))
