"""Findings made by hand → what reports are tried with."""

from exeunt.audit.finding import CallRecord, Covered, Ended, Finding, Verdict

HOSTILE = (
    "</script><script>document.title='owned'</script><!--<img src=x onerror=alert(1)>"
    "]]></pre></style>\x00\u202egnp.exe\udce9\x1b]0;title\x07\x1b[2J&lt;\ufffe\x9b31m"
)
FIX = (
    "leave with ARG_ERROR where a call is wrong; likely: "
    "import exeunt\n\nexeunt.adopt(deployctl)()"
)
USAGE = (
    "\x1b[1;33mUsage:\x1b[0m deployctl rollback [OPTIONS] SERVICE\r\n"
    "\x1b[31mError:\x1b[0m No such option: \x1b[4m--no-such-flag\x1b[0m\n"
)


def finding(verdict=Verdict.VIOLATED, rule="usage-code", clause="E6", **changes):
    """A finding as a check makes them."""
    return Finding(
        rule,
        clause,
        verdict,
        **{
            "command": "deployctl rollback --no-such-flag --output json",
            "expected": "a wrong call ends with ARG_ERROR (3)",
            "got": "exit 2",
            "fix": FIX,
            "level": 1,
            "mode": 1,
            "path": "rollback",
            "evidence": CallRecord(
                exit_code=2, status="exited", stdout="", stderr=USAGE, duration_ms=1234
            ),
            **changes,
        },
    )


def ended(findings=(), coverage=(), cli="deployctl"):
    """The end of a check."""
    return Ended(cli, "agent-spec", 2, tuple(findings), tuple(coverage), 4321)


def sample():
    """A check with something of everything."""
    quiet = CallRecord(
        exit_code=0,
        status="exited",
        stdout='{"ok": true, "data": {"releases": 3}, "error": null}\n',
        stderr="",
        duration_ms=35,
    )
    return ended(
        [
            finding(
                Verdict.VERIFIED,
                "envelope-keys",
                "R1",
                expected="five keys on every path",
                got="ok, data, error, warnings, meta",
                mode=2,
                path="releases.list",
                evidence=quiet,
                command="deployctl releases list --output json",
            ),
            finding(),
            finding(
                Verdict.VIOLATED,
                "no-colour-in-pipes",
                "F-008",
                expected="no escape sequences where nobody sees colours",
                got="4 sequences on stderr",
                mode=8,
                level=2,
                path="",
            ),
            finding(
                Verdict.UNVERIFIED,
                "interrupt",
                "K22",
                command="",
                expected="SIGINT ends the program by that signal",
                got="no command runs long enough to be interrupted",
                fix="name one in exeunt-check.toml",
                mode=16,
                level=2,
                path="",
                evidence=None,
            ),
            finding(
                Verdict.WAIVED,
                "etag",
                "R10",
                expected="the manifest carries an etag",
                got="none",
                reason="until 2027-01-31: the manifest is 2 KB",
                fix="",
                mode=None,
                level=3,
                path="manifest",
                evidence=None,
            ),
            finding(
                Verdict.VERIFIED,
                "stdin-closed",
                "R2",
                expected="comes back without stdin",
                got="exit 0 after 35 ms",
                mode=50,
                path="",
                evidence=quiet,
            ),
        ],
        [
            Covered("rollback", 0, "SUCCESS", reached=True, got=0),
            Covered("rollback", 5, "NOT_FOUND", reached=False, got=1),
            Covered("rollback", 79, "DEPLOY_LOCKED"),
            Covered("releases.list", 0, "SUCCESS", reached=True, got=0),
            Covered("releases.list", 11, "RATE_LIMITED"),
        ],
    )


def hostile(count=1, size=1):
    """A check of a program that tries to break out of the report."""
    text = HOSTILE * size
    evidence = CallRecord(
        exit_code=1, status=HOSTILE, stdout=text, stderr=text, duration_ms=1
    )
    one = finding(
        Verdict.VIOLATED,
        f"rule{HOSTILE}",
        f'"><script>{HOSTILE}',
        command=text,
        expected=text,
        got=text,
        fix=text,
        path=HOSTILE,
        evidence=evidence,
        reason=text,
    )
    covered = [Covered(HOSTILE, 5, HOSTILE, reached=False, got=1, command=HOSTILE)]
    return ended([one] * count, covered, cli=f"tool{HOSTILE}")
