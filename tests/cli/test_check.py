"""`exeunt check`: its codes, its data, its page, and exeunt itself."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from auditing import PROGRAMS, PYTHON
from running import (
    HEEDING,
    WATCHDOG,
    Mark,
)

ROOT = Path(__file__).parents[2]
GOOD = ["sh", str(PROGRAMS / "plain" / "good.sh")]
WRONG = ["sh", str(PROGRAMS / "plain" / "version.sh")]
SPEC = [*PYTHON, str(PROGRAMS / "agent_spec" / "good.py")]
EXEUNT = [sys.executable, "-m", "exeunt"]
FILE = "exeunt-check.toml"
NAMES = (
    "cli",
    "dialect",
    "level",
    "verified",
    "violated",
    "unverified",
    "waived",
    "findings",
    "coverage",
    "protection",
)


def exeunt(*words, cwd=None, **env):
    """Run exeunt as a user does."""
    return subprocess.run(
        [*EXEUNT, *words],
        cwd=cwd or PROGRAMS,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_good_program_ends_with_0():
    """The report is the data of a success, in its names on the wire."""
    done = exeunt("check", "--json", "--", *GOOD)
    data = json.loads(done.stdout)["data"]

    assert 0 == done.returncode
    assert NAMES == tuple(data)
    assert ("plain", 1, 0) == (data["dialect"], data["level"], data["violated"])


def test_a_wrong_program_ends_with_80():
    """NONCONFORMANT is a failure with the report beside it; data is null."""
    done = exeunt("check", "--json", "--level", "2", "--", *WRONG)
    said = json.loads(done.stdout)
    broken = [
        f for f in said["meta"]["check"]["findings"] if f["verdict"] == "violated"
    ]

    assert 80 == done.returncode
    assert (None, "NONCONFORMANT") == (said["data"], said["error"]["code"])
    assert ["version"] == [finding["rule"] for finding in broken]
    assert {"rule", "clause", "verdict", "command", "expected", "got", "fix"} <= set(
        broken[0]
    )


@pytest.mark.parametrize(("words", "code"), [((), 0), (("--fixtures", FILE), 80)])
def test_fixtures_are_read_only_when_they_are_named(tmp_path, words, code):
    """What reaches a code of one program is never tried on another that is near."""
    (tmp_path / FILE).write_text('[[code]]\ncode = 7\ncall = "list"')
    done = exeunt("check", "--json", *words, "--", *GOOD, cwd=tmp_path)

    assert code == done.returncode


def test_the_command_of_a_finding_can_be_copied():
    """A shell runs it as we did."""
    done = exeunt("check", "--json", "--level", "2", "--", *WRONG)
    said = json.loads(done.stdout)["meta"]["check"]["findings"]
    found = next(finding for finding in said if finding["rule"] == "version")
    again = subprocess.run(found["command"], shell=True, check=False)  # noqa: S602

    assert found["evidence"]["exit_code"] == again.returncode


def test_a_person_reads_it_at_80_columns():
    """Only a command that is to be copied may be longer."""
    done = exeunt("check", "--output", "text", "--level", "3", "--", *WRONG)
    lines = [line for line in done.stdout.splitlines() if "    run  " not in line]

    assert 80 == done.returncode
    assert "✗ version (F-068)" in done.stdout
    assert [] == [line for line in lines if len(line) > 80 and "check/" not in line][1:]
    assert "\x1b" not in done.stdout


def test_a_likely_mend_is_code_of_the_framework(tmp_path):
    """The page of a program tells on what it is built."""
    app = tmp_path / "app.py"
    app.write_text("import click\nclick.group(lambda: None)()\n", encoding="utf-8")
    words = ("--json", "--only", "version", "--", sys.executable, str(app))
    found = json.loads(exeunt("check", *words).stdout)["meta"]["check"]["findings"][0]

    assert "@click.version_option" in found["fix"]


def test_a_report_is_written_down(tmp_path):
    """--report json=FILE holds what the envelope holds."""
    path = tmp_path / "report.json"
    done = exeunt("check", "--json", "--report", f"json={path}", "--", *GOOD)
    written = json.loads(path.read_text(encoding="utf-8"))
    said = json.loads(done.stdout)["data"]

    assert [f["rule"] for f in said["findings"]] == [
        f["rule"] for f in written["findings"]
    ]


def test_one_report_that_cannot_be_written_loses_no_other(tmp_path):
    """The rest is written, what was found is told, and the failure names the file."""
    path = tmp_path / "report.json"
    reports = ["--report", "junit=/dev/full", "--report", f"json={path}"]
    done = exeunt("check", "--json", *reports, "--", *GOOD)
    said = json.loads(done.stdout)
    written = json.loads(path.read_text(encoding="utf-8"))

    assert (1, "REPORT_NOT_WRITTEN") == (done.returncode, said["error"]["code"])
    assert "/dev/full (No space left on device)" in said["error"]["message"]
    assert written["findings"] == said["meta"]["check"]["findings"]


@pytest.mark.parametrize(
    ("words", "code", "name"),
    [
        ([], 3, "INVALID_INPUT"),
        (["--level", "9", "--", "true"], 3, "INVALID_INPUT"),
        (["--only", "versoin", "--", "true"], 3, "UNKNOWN_RULE"),
        (["--report", "pdf=x", "--", "true"], 3, "UNKNOWN_REPORT"),
        (["--report", "json", "--", "true"], 3, "INVALID_INPUT"),
        (["--report", "json=nowhere/at/all", "--", "true"], 3, "INVALID_INPUT"),
        (["--report", "json=plain", "--", "true"], 3, "INVALID_INPUT"),
        (["--report", "json=/proc/report", "--", "true"], 3, "INVALID_INPUT"),
        (["--fixtures", "nowhere.toml", "--", "true"], 5, "FILE_NOT_FOUND"),
        (["--contract", "nowhere.json", "--", "true"], 5, "FILE_NOT_FOUND"),
        (["--", "./nowhere"], 5, "COMMAND_NOT_FOUND"),
    ],
)
def test_a_wrong_call_is_refused(words, code, name):
    """Each with its own name, before anything else is run."""
    done = exeunt("check", "--json", *words)

    assert (code, name) == (done.returncode, json.loads(done.stdout)["error"]["code"])


def test_a_contract_may_come_from_a_file(tmp_path):
    """A program that has no manifest is tried against one that is given."""
    ask = [*SPEC, "--schema", "--output", "json"]
    said = subprocess.run(ask, capture_output=True, check=True)
    manifest = json.loads(said.stdout)["data"]
    manifest["commands"]["ghost"] = manifest["commands"]["list"]
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(manifest), encoding="utf-8")

    words = ["--json", "--contract", str(path), "--only", "callable", "--", *SPEC]
    done = exeunt("check", *words)
    findings = json.loads(done.stdout)["meta"]["check"]["findings"]

    assert ["ghost"] == [finding["path"] for finding in findings]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_who_ends_a_check_ends_all_of_it(tmp_path, number):
    """A signal leaves one envelope, nobody running and no file."""
    mark = Mark()
    (tmp_path / "slow.sh").write_text("echo usage >&2; sleep 100", encoding="utf-8")
    (tmp_path / "tmp").mkdir()
    (tmp_path / "f.toml").write_text(
        f'env = {{ EXEUNT_TEST_MARK = "{mark.value}" }}', encoding="utf-8"
    )
    words = ["check", "--fixtures", "f.toml", "--", "sh", "slow.sh"]
    env = {**os.environ, "TMPDIR": str(tmp_path / "tmp")}
    with subprocess.Popen(
        [*HEEDING, *EXEUNT, *words], cwd=tmp_path, env=env, stdout=subprocess.PIPE
    ) as running:
        while not mark.survivors():
            assert running.poll() is None
        running.send_signal(number)
        stdout, _ = running.communicate(timeout=WATCHDOG)

    assert -number == running.returncode
    assert "CANCELLED" == json.loads(stdout)["error"]["code"]
    assert [] == mark.gone(within=0)
    assert [] == list((tmp_path / "tmp").iterdir())


def test_exeunt_run_keeps_the_contract_of_wrappers():
    """exeunt check --dialect shuck -- exeunt run passes at the highest level."""
    words = ["--json", "--level", "3", "--dialect", "shuck", "--", *EXEUNT, "run"]
    said = json.loads(exeunt("check", *words).stdout)

    assert None is said["error"]
