"""`exeunt check --report` → files, each whole or as it was."""

import json
import os
import resource
import subprocess
import sys
import threading
from xml.etree import ElementTree as ET

import pytest

import running
from exeunt.named import write_whole

PROGRAM = """#!/bin/sh
case $1 in
--help) echo "usage: tiny" ;;
*) echo "tiny: no such flag" >&2; exit 2 ;;
esac
"""


@pytest.fixture
def tiny(tmp_path):
    """A program that declares nothing."""
    path = tmp_path / "tiny"
    path.write_text(PROGRAM)
    path.chmod(0o755)
    return str(path)


def check(tmp_path, *words):
    """Run `exeunt check`."""
    return running.run(tmp_path, *words, verb="check")


def test_one_check_makes_all_reports(tmp_path, tiny):
    """JSON, JUnit and HTML tell of the same findings."""
    files = {name: tmp_path / f"report.{name}" for name in ("json", "junit", "html")}
    asked = [f"--report={name}={path}" for name, path in files.items()]
    words = [word for each in asked for word in each.split("=", 1)]
    done = check(tmp_path, *words, "--", tiny)

    assert done.code in {0, 80}, done
    count = len(json.loads(files["json"].read_text())["findings"])
    assert count > 5
    root = ET.fromstring(files["junit"].read_text())  # noqa: S314 - it is ours
    assert count == len(root.findall(".//testcase")) == int(root.get("tests"))
    assert count == files["html"].read_text().count("<details open>")
    assert {*files.values(), tmp_path / "tiny"} <= set(tmp_path.iterdir())
    assert [] == list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("report", "said"),
    [
        ("html=/nowhere/at/all/x.html", b"/nowhere/at/all is no directory"),
        ("pdf=x.pdf", b"pdf"),
        ("html", b"names no file"),
    ],
)
def test_a_report_that_cannot_be_is_refused_at_once(tmp_path, report, said):
    """Nothing is tried before a wrong word is told, and how to mend it."""
    seen = tmp_path / "seen"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\n: >{seen}\n")
    program.chmod(0o755)
    done = check(tmp_path, "--report", report, "--", str(program))

    assert 3 == done.code
    assert said in done.stderr + done.stdout
    assert not seen.exists()


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path):
    """Who could read the last report can read this one; a link leads to it still."""
    file, link = tmp_path / "report", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)

    write_whole(str(link), "new → whole")
    assert "new → whole" == file.read_text(encoding="utf-8")
    assert 0o640 == file.stat().st_mode & 0o777
    assert link.is_symlink()


def test_a_full_disk_leaves_the_old_report(tmp_path):
    """What cannot be written whole is not written, and nothing lies beside it."""
    file = tmp_path / "report"
    file.write_text("old")
    code = (
        "import signal, sys; from exeunt.named import write_whole;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "write_whole(sys.argv[1], 'x' * 100_000)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, file],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
        capture_output=True,
        text=True,
        check=False,
    )

    assert "File too large" in done.stderr
    assert "old" == file.read_text()
    assert [file] == list(tmp_path.iterdir())


def test_a_pipe_gets_the_report(tmp_path):
    """Where no file can be put, the text is written to what is there."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_whole(str(pipe), "text")
    reader.join()

    assert ["text"] == got
    assert pipe.is_fifo()


def test_another_users_link_leads_nowhere(tmp_path):
    """A name in a directory for everybody is no way to a file of ours."""
    shared, precious = tmp_path / "shared", tmp_path / "precious"
    shared.mkdir()
    precious.write_text("precious")
    link = shared / "report"
    link.symlink_to(precious)
    os.lchown(link, 65534, 65534)
    tmp_path.chmod(0o755)
    done = check(tmp_path, "--report", f"json={link}", "--", "true")

    assert 3 == done.code
    assert b"a link that another user has made" in done.stderr + done.stdout
    assert "precious" == precious.read_text()


def test_no_name_beside_a_report_can_be_prepared(tmp_path):
    """What is written first has a name that nobody knows before."""
    precious = tmp_path / "precious"
    precious.write_text("precious")
    place = tmp_path / "place"
    place.mkdir()
    code = (
        "import os, sys, exeunt.named;"
        "[os.symlink(sys.argv[2], f'{sys.argv[1]}.{os.getpid()}{end}')"
        " for end in ('', '.part')];"
        "exeunt.named.check_writable(sys.argv[1]);"
        "exeunt.named.write_whole(sys.argv[1], 'new')"
    )
    report = place / "report"
    words = [sys.executable, "-c", code, str(report), str(precious)]
    subprocess.run(words, check=True)

    assert ["new", "precious"] == [report.read_text(), precious.read_text()]
    assert 3 == len(list(place.iterdir()))
