"""Run a command with asyncio and print a record."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE


async def main() -> None:
    """Run what the words say."""
    child = await asyncio.create_subprocess_exec(
        *sys.argv[2:], stdout=PIPE, stderr=PIPE
    )
    stdout, stderr = await asyncio.wait_for(child.communicate(), 10)
    record = {
        "stdout": stdout.decode(),
        "stderr": stderr.decode(),
        "exit_code": child.returncode,
    }
    print(json.dumps(record))


asyncio.run(main())
