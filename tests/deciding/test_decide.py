"""decide() → the action of each clause, its pause, and what it may repeat."""

import json

import pytest

from calling import promising
from decisions import ABSENT, bare, declared, envelope, spec
from exeunt import (
    Action,
    Anomaly,
    Certainty,
    Decision,
    ExitCode,
    Exited,
    History,
    InputError,
    Policy,
    Signaled,
    TimedOut,
    Unstarted,
    decide,
    from_returncode,
    from_shell,
    read,
)
from exeunt.deciding.surfaced import surfaced

MOVED = {"command": "tool users add --name alice", "permanent": True}
LATER = {"dialect": "agent-spec@1.6"}
CALLED = History(
    words=("tool", "user", "create", "--name", "alice"),
    manifest=promising(users__add="user.create"),
)
ANY = Policy(may_follow="any")
IDEMPOTENT = Policy(idempotent=True)


def said(reading, history=None, policy=None):
    """The action, the rule and the pause of a decision."""
    found = decide(reading, history or History(), policy or Policy())
    return found.action, found.rule, found.wait_seconds


@pytest.mark.clause("E2", "K11")
def test_each_specific_code_is_decided_by_a_rule_of_its_own():
    """2 to 13 never fall back to what holds for a failure that nobody describes."""
    rules = {code: decide(bare(code.value)).rule for code in ExitCode}
    general = rules.pop(ExitCode.GENERAL_ERROR)

    assert "E40" == general
    assert general not in rules.values()
    assert 13 == len(set(rules.values()))


@pytest.mark.parametrize("code", ExitCode, ids=lambda code: code.name)
def test_a_bare_number_leads_to_the_action_of_the_table(code):
    """An agent can decide from the exit code alone."""
    allowed = Policy(may_pay=True)

    assert code.action is decide(bare(code.value), policy=allowed).action


# -- repeating


@pytest.mark.clause("E14")
@pytest.mark.parametrize("seconds", [0, 30, 299, 3600])
def test_a_rate_limit_is_waited_out_as_long_as_it_asks(seconds):
    """error.retry_after is the pause, longer than any of ours too."""
    reading = spec(11, error={"retry_after": seconds, "retryable": True})
    found = decide(reading)

    assert (Action.RETRY, "E14", seconds) == said(reading)
    assert found.repeat_identical


@pytest.mark.clause("E38", "K8")
def test_a_rate_limit_without_a_delay_takes_a_minute():
    """60 seconds, however often it was tried."""
    assert (Action.RETRY, "E38", 60) == said(spec(11))
    assert (Action.RETRY, "E38", 60) == said(bare(11), History(2))


@pytest.mark.clause("E39", "K8", "E15")
def test_the_pauses_of_an_outage_double_up_to_five_minutes():
    """1, 2, 4 and so on, and then 300 for ever."""
    patient = Policy(max_attempts=1000)
    pauses = [decide(spec(12), History(n), patient).wait_seconds for n in range(1, 13)]

    assert [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300] == pauses
    assert 300 == decide(spec(12), History(999), patient).wait_seconds
    assert 1 == decide(spec(12), History(0)).wait_seconds


@pytest.mark.clause("E15")
def test_an_outage_that_names_a_delay_is_believed():
    """The server's hint comes before our doubling."""
    reading = spec(12, error={"retry_after": 7})

    assert (Action.RETRY, "E15", 7) == said(reading, History(2))


@pytest.mark.clause("R32", "K8", "K6")
@pytest.mark.parametrize("number", [5, 6])
def test_a_yes_in_the_envelope_wins_over_a_no_in_the_table(number):
    """Nothing was changed and the sender says so: one second, then the same call."""
    found = decide(spec(number, error={"retryable": True}))

    assert (Action.RETRY, "K6", 1) == (found.action, found.rule, found.wait_seconds)
    assert found.repeat_identical


@pytest.mark.clause("R32", "K2")
def test_a_corrected_call_needs_no_pause():
    """ARG_ERROR is retryable at once, and never as it stands."""
    found = decide(spec(3, error={"retryable": True, "phase": "validation"}))

    assert (Action.FIX_INPUT, 0) == (found.action, found.wait_seconds)
    assert not found.repeat_identical


@pytest.mark.clause("K2", "K4", "E17")
@pytest.mark.parametrize("number", [3, 4, 8, 9, 13])
@pytest.mark.parametrize("retryable", [True, False, None])
def test_what_needs_a_change_is_never_repeated_as_it_is(number, retryable):
    """Whatever the envelope, the history and the policy say."""
    error = {"retryable": retryable, "code": "TOKEN_EXPIRED", "redirect": MOVED}
    policy = Policy(idempotent=True, may_pay=True, may_follow="any")
    for history in (History(), History(2), History(refreshed=True, redirected=True)):
        found = decide(spec(number, error=error), history, policy)

        assert not found.repeat_identical
        assert Action.RETRY is not found.action


@pytest.mark.clause("E37", "R34", "K7")
@pytest.mark.parametrize("number", [3, 4, 8, 11, 12])
def test_three_attempts_and_then_somebody_is_told(number):
    """The third one was the last, whatever it would have taken to try again."""
    actions = [decide(spec(number), History(n)).action for n in range(1, 6)]

    assert Action.ESCALATE not in actions[:2]
    assert [Action.ESCALATE] * 3 == actions[2:]
    assert "E37" == decide(spec(number), History(3)).rule


def test_a_corrected_call_is_another_one():
    """Who may call once only may still correct the call, but not send it as it was."""
    once = Policy(max_attempts=1)

    assert Action.FIX_INPUT is decide(spec(3), policy=once).action
    assert Action.ESCALATE is decide(spec(3), History(2), once).action
    assert Action.ESCALATE is decide(spec(11), policy=once).action


def test_a_pause_that_nobody_has_time_for_is_told():
    """It is neither cut short nor slept through; the pause is in the decision."""
    reading = spec(11, error={"retry_after": 10**8})

    assert (Action.ESCALATE, "E14", 10**8) == said(reading)
    assert Action.RETRY is decide(reading, policy=Policy(max_wait=1e9)).action
    assert Action.ESCALATE is decide(spec(11), policy=Policy(max_wait=59)).action


@pytest.mark.clause("E36", "K6")
@pytest.mark.parametrize("number", [11, 12])
def test_an_explicit_no_stops_a_repetition(number):
    """The field is about this very call."""
    found = decide(spec(number, error={"retryable": False}), policy=IDEMPOTENT)

    assert (Action.ESCALATE, "E36") == (found.action, found.rule)


@pytest.mark.clause("E57", "K6")
def test_a_declared_no_stops_a_repetition():
    """The command's entry makes a retryable code final, and an envelope's yes too."""
    reading = declared(12, retryable=False, effects="none", error={"retryable": True})

    assert (Action.ESCALATE, "E57") == said(reading)[:2]


@pytest.mark.clause("E58", "K6")
def test_nobody_makes_half_done_work_repeatable():
    """Not an envelope, not an entry, not a caller's word."""
    for reading in (
        spec(2, error={"retryable": True, "retry_after": 1}),
        declared(2, retryable=True, effects="none", name="PARTIAL_FAILURE"),
    ):
        found = decide(reading, policy=IDEMPOTENT)

        assert (Action.INSPECT_STATE, "E5") == (found.action, found.rule)
        assert (0, False) == (found.wait_seconds, found.repeat_identical)


@pytest.mark.clause("E31", "E57")
def test_a_declared_code_does_what_it_declares():
    """With an entry it may be repeated; without one nobody can know."""
    yes = declared(80, retryable=True, effects="none")
    no = declared(80, retryable=False, effects="partial")

    assert (Action.RETRY, "E31", 1) == said(yes)
    assert (Action.INSPECT_STATE, "E31", 0) == said(no)
    assert (Action.INSPECT_STATE, "E31", 0) == said(bare(80))


# -- effects


@pytest.mark.clause("E40")
@pytest.mark.parametrize("retryable", [True, False, None])
def test_after_a_general_error_one_looks_first(retryable):
    """Its effects are unknown, so they count as partial."""
    found = decide(spec(1, error={"retryable": retryable}))

    assert (Action.INSPECT_STATE, "E40") == (found.action, found.rule)
    assert not found.repeat_identical


@pytest.mark.clause("E41", "K1")
def test_after_a_timeout_one_looks_first():
    """The table's yes does not make it idempotent, and neither does the envelope's."""
    assert (Action.INSPECT_STATE, "E41", 0) == said(bare(10))
    assert (Action.INSPECT_STATE, "E41", 0) == said(spec(10, error={"retryable": True}))


@pytest.mark.clause("E28", "K1")
def test_a_timeout_that_is_declared_harmless_is_repeated():
    """An entry with retryable and no effects is what reading commands declare."""
    reading = declared(10, retryable=True, effects="none", name="TIMEOUT")

    assert (Action.RETRY, "E28", 1) == said(reading)
    assert decide(reading).repeat_identical


@pytest.mark.clause("E41")
def test_only_the_caller_can_call_a_timeout_idempotent():
    """Then it is repeated after a second."""
    found = decide(bare(10), policy=IDEMPOTENT)

    assert (Action.RETRY, 1, True) == (
        found.action,
        found.wait_seconds,
        found.repeat_identical,
    )


def brief(given):
    """The name of a case: how it ended, and what that means."""
    return given if isinstance(given, str) else getattr(given, "name", None)


FALSE = {"retryable": False}
LATE = {"dialect": "agent-spec@1.6"}


@pytest.mark.clause("E40", "E41", "K9")
@pytest.mark.parametrize(
    ("reading", "rule"),
    [
        (bare(1), "E40"),
        (spec(1), "E40"),
        (read(Exited(1), argv=["no-such-tool"]), "E40"),
        (read(Exited(42), argv=["no-such-tool"]), "E40"),
        (bare(10), "E41"),
        (read(Exited(124)), "E41"),
        (read(Exited(28), argv=["curl", "-T", "file"]), "E41"),
        (read(Signaled(9)), "K9"),
        (read(Signaled(15)), "K9"),
        (read(Exited(137)), "K9"),
        (read(from_shell(139)), "K9"),
    ],
    ids=brief,
)
def test_what_is_idempotent_is_repeated(reading, rule):
    """A general error, a timeout and a signal, each after a longer pause."""
    found = [decide(reading, History(n), IDEMPOTENT) for n in (1, 2, 3)]

    assert [(Action.RETRY, rule, 1), (Action.RETRY, rule, 2)] == [
        (one.action, one.rule, one.wait_seconds) for one in found[:2]
    ]
    assert found[0].repeat_identical
    assert "E37" == found[2].rule


@pytest.mark.clause("E5", "E36", "E57", "E29", "E33", "K2", "K22")
@pytest.mark.parametrize(
    "reading",
    [
        *(bare(number) for number in (2, 3, 8, 9, 13, 20, 300)),
        *(read(Exited(number)) for number in (2, 3, 8, 9, 13, 126, 127)),
        read(Exited(2), argv=["no-such-tool"]),
        read(Unstarted("not_found")),
        spec(2, meta={}),
        spec(1, error=FALSE),
        spec(10, error=FALSE),
        declared(1, retryable=False, effects="none", name="GENERAL_ERROR"),
        spec(1, error={"code": "CANCELLED"}),
        read(Signaled(2)),
        read(Exited(130)),
        read(Signaled(15), envelope(1, error={"code": "CANCELLED"})),
    ],
    ids=brief,
)
def test_idempotent_is_no_leave_for_what_no_second_call_mends(reading):
    """Nor for a number that nobody knows and that may be one of these."""
    found = decide(reading, policy=IDEMPOTENT)

    assert Action.RETRY is not found.action


@pytest.mark.parametrize(
    ("listed", "reading", "repeats"),
    [
        ("1", bare(1), True),
        ("1", spec(1), True),
        ("1", read(Exited(1), argv=["grep", "x"]), True),
        ("70-80", bare(75), True),
        ("70-80", bare(81), False),
        ("3", bare(3), True),
        ("127", read(Unstarted("not_found")), True),
        ("23", read(Exited(23), argv=["rsync", "a", "b"]), True),
        ("signal", read(Signaled(9)), True),
        ("137", read(Signaled(9)), True),
        ("signal", read(Exited(137)), True),
        ("1", read(Signaled(9)), False),
        ("timeout", read(TimedOut(1)), True),
        ("timeout", read(TimedOut(1, idle=True)), False),
        ("idle", read(TimedOut(1, idle=True)), True),
        ("124", read(TimedOut(1)), True),
        ("timeout", bare(10), True),
        ("signal,timeout,idle", bare(1), False),
        # It never beats these:
        ("1", spec(1, error=FALSE), False),
        ("1", spec(1, error=FALSE, meta=LATE), False),
        ("2", spec(2), False),
        ("2", bare(2), False),
        ("2", declared(2, retryable=True, effects="none", name="X"), False),
        ("1", spec(1, error={"code": "CANCELLED"}), False),
        ("signal,130", read(Signaled(2)), False),
        ("1", read(Exited(0)), False),
    ],
    ids=brief,
)
def test_what_the_caller_lists_is_repeated_as_it_is(listed, reading, repeats):
    """By its number, by its kind; never what says no, is half done or was cancelled."""
    found = decide(reading, History(2), Policy(retry_on=listed))

    assert repeats is (found.rule == "R34")
    if repeats:
        assert (Action.RETRY, True, 2) == (
            found.action,
            found.repeat_identical,
            found.wait_seconds,
        )


def test_a_list_of_endings_is_read_in_any_form():
    """As on a command line, or as numbers and words."""
    made = Policy(retry_on=(1, 75, 76, 77, "signal"))

    assert made == Policy(retry_on="1, 75-77,signal")
    assert made == Policy(retry_on=[1, "75-77", "signal"])


# -- credentials and money


@pytest.mark.clause("E26", "R35", "K7")
def test_an_expired_token_is_refreshed_once():
    """The second time it counts as invalid."""
    reading = spec(8, error={"code": "TOKEN_EXPIRED", "retry_after": 0})

    assert (Action.REFRESH_CREDENTIALS, "R35", 0) == said(reading)
    assert (Action.ACQUIRE_CREDENTIALS, "R35", 0) == said(
        reading, History(2, refreshed=True)
    )


@pytest.mark.clause("R36", "E17", "K3")
@pytest.mark.parametrize(
    ("name", "rule"),
    [("TOKEN_INVALID", "R36"), ("TOKEN_MISSING", "R36"), ("NO_IDEA", "K3")],
)
def test_other_credentials_have_to_be_got(name, rule):
    """No refresh and no repetition helps there."""
    assert (Action.ACQUIRE_CREDENTIALS, rule, 0) == said(spec(8, error={"code": name}))


@pytest.mark.clause("E27")
@pytest.mark.parametrize("retryable", [True, False, None])
def test_a_missing_right_is_not_a_missing_credential(retryable):
    """7 is somebody else's to solve: the same credentials never work."""
    error = {"retryable": retryable, "code": "TOKEN_EXPIRED"}

    assert (Action.ESCALATE, "E27", 0) == said(spec(7, error=error))
    assert Action.ESCALATE is not decide(spec(8, error=error)).action


@pytest.mark.clause("E12", "K19", "E17")
def test_nobody_pays_without_leave_or_twice():
    """The policy must allow it; what is to be paid stays with the reading."""
    reading = spec(9, error={"detail": "x402: 0.10 USDC"})
    may = Policy(may_pay=True)

    assert (Action.ESCALATE, "K19", 0) == said(reading)
    assert (Action.PAY, "E12", 0) == said(reading, policy=may)
    assert (Action.ESCALATE, "K19", 0) == said(reading, History(2, paid=True), may)
    assert "x402: 0.10 USDC" == reading.envelope.detail


@pytest.mark.clause("E36", "K19")
def test_nobody_pays_for_what_is_ruled_out():
    """In 1.6 the same word is about the unpaid call, and paying helps."""
    may = Policy(may_pay=True)
    no = {"retryable": False}

    assert (Action.ESCALATE, "E36", 0) == said(spec(9, error=no), policy=may)
    assert (Action.PAY, "E12", 0) == said(spec(9, meta=LATER, error=no), policy=may)


# -- what no repetition can mend


@pytest.mark.clause("E31", "E57")
def test_an_own_code_that_changed_nothing_and_never_passes_is_somebodys_to_know():
    """There is nothing to look at: the declaration says that nothing was done."""
    final = declared(80, retryable=False, effects="none")
    half = declared(80, retryable=False, effects="partial")

    assert (Action.ESCALATE, "E57", 0) == said(final)
    assert (Action.INSPECT_STATE, "E31", 0) == said(half)


@pytest.mark.clause("E8", "K23", "M11")
def test_what_is_missing_is_made_where_the_envelope_says_that_it_can_be():
    """The field of murli's envelope wins over its table."""
    document = (
        b'{"status": "error", "code": 5, "error": "not_found", "recoverable": %s}'
    )
    readings = [read(Exited(5), b"", document % word) for word in (b"true", b"false")]

    assert (Action.FIX_PRECONDITION, "E8", 0) == said(readings[0])
    assert (Action.STOP, "E8", 0) == said(readings[1])


@pytest.mark.clause("K5", "S7")
def test_a_record_that_names_another_number_than_0_is_believed():
    """A pipe may have lost the wrapper's own status."""
    record = dict.fromkeys(("stdout", "stderr", "command"), "x")
    record |= {"exit_code": 3, "duration_ms": 1, "timed_out": False, "args": []}
    lost, same = (
        read(Exited(0), json.dumps({**record, "exit_code": number}).encode())
        for number in (3, 0)
    )

    assert (Action.INSPECT_STATE, "K5", 0) == said(lost)
    assert (Action.PROCEED, "E3", 0) == said(same)


# -- redirects


@pytest.mark.clause("R37", "E36")
def test_a_redirect_of_1_6_calls_the_old_form_not_retryable():
    """There the word is about the unchanged call, and the redirect changes it."""
    error = {"redirect": MOVED, "retryable": False}
    found = decide(spec(13, meta=LATER, error=error), CALLED)

    assert (Action.FOLLOW_REDIRECT, "R38") == (found.action, found.rule)


@pytest.mark.clause("R37", "R38", "R39", "E16")
@pytest.mark.parametrize(("permanent", "rule"), [(True, "R38"), (False, "R39")])
def test_a_redirect_is_followed_word_for_word(permanent, rule):
    """The words are the command's own, and the rule says whether to remember."""
    reading = spec(13, error={"redirect": {**MOVED, "permanent": permanent}})
    found = decide(reading, CALLED)

    assert (Action.FOLLOW_REDIRECT, rule) == (found.action, found.rule)
    assert ("tool", "users", "add", "--name", "alice") == found.command


@pytest.mark.clause("R37")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("tool add  'a b' \"c d\" e\\ f", ("tool", "add", "a b", "c d", "e f")),
        (
            "tool add ';' \"a|b\" \\$5 '`' *",
            ("tool", "add", ";", "a|b", "$5", "`", "*"),
        ),
        ("tool\tadd x\u00a0y\r\n", ("tool", "add", "x\u00a0y")),
        ("tool ''", ("tool", "")),
    ],
)
def test_a_redirect_is_words_and_nothing_else(command, words):
    """Split as a shell splits, but nothing in it is for a shell."""
    redirect = {"command": command, "permanent": False}

    assert words == decide(spec(13, error={"redirect": redirect}), policy=ANY).command


@pytest.mark.clause("R37")
@pytest.mark.parametrize(
    "command",
    [
        "tool add ; rm -rf x",
        "tool add; rm -rf x",
        "tool add\nrm -rf x",
        "tool add && rm -rf x",
        "tool add | sh",
        "tool add > /etc/passwd",
        "tool add < secrets",
        "tool add `rm -rf x`",
        "tool add $(rm -rf x)",
        "tool add $HOME",
        'tool add "$HOME"',
        'tool add "`rm -rf x`"',
        "tool add 'x' ; rm",
        "tool " + "x" * 131_072,
        "tool '" + "x" * 131_072 + "'",
        "tool \udc80",
    ],
    ids=lambda command: ascii(command[:24]),
)
def test_a_redirect_that_only_a_shell_could_run_is_not_run(command):
    """As words it would be another call than the one it says."""
    error = {"redirect": {"command": command, "permanent": False}}
    found = decide(spec(13, error=error), policy=ANY)

    assert (Action.ESCALATE, "R37", None) == (found.action, found.rule, found.command)


@pytest.mark.clause("K7", "R37", "E36")
@pytest.mark.parametrize(
    ("error", "history", "policy", "rule"),
    [
        ({"redirect": MOVED}, History(redirected=True), Policy(), "K7"),
        ({"redirect": MOVED, "retryable": False}, CALLED, Policy(), "E36"),
        ({"redirect": {**MOVED, "command": "tool 'x"}}, CALLED, Policy(), "R37"),
        ({"redirect": {**MOVED, "command": "tool \0"}}, CALLED, Policy(), "R37"),
        ({}, CALLED, Policy(), "R37"),
    ],
    ids=[
        "twice",
        "refused",
        "quote",
        "nul",
        "missing",
    ],
)
def test_a_redirect_that_may_not_be_followed_is_told(error, history, policy, rule):
    """Nothing is run, and the command is not handed on."""
    found = decide(spec(13, error=error), history, policy)

    assert (Action.ESCALATE, rule, None) == (found.action, found.rule, found.command)


PROMISES = {
    "users": {"flags": {}},
    "users.add": "user.create",
    "users.purge": {"danger_level": "destructive"},
    "users.list": {"danger_level": "safe", "aliases": ["ls"]},
    "users.find": {"danger_level": "safe"},
    "sync": {},
    "push": {"output": "raw"},
    "": {"flags": {"v": {"type": "boolean"}, "at": {"type": "string"}}},
}


@pytest.mark.clause("K29")
@pytest.mark.parametrize(
    ("called", "command", "run"),
    [
        ("tool user create x", "tool users add x", "tool users add x"),
        ("/bin/tool user create x", "tool users add x", "/bin/tool users add x"),
        ("./tool user create", "./tool users add", "./tool users add"),
        ("tool --v --at here user create", "tool --v --at here users add", "same"),
        ("tool --output=json user create", "tool --output=json users add", "same"),
        ("tool users ls", "tool users find", "same"),
        ("tool users add", "tool users list", "same"),
        # Another option or value:
        ("tool user create x", "tool users add y", None),
        ("tool user create", "tool users add --force", None),
        ("tool user create --force", "tool users add", None),
        ("tool --at here user create", "tool --at there users add", None),
        ("tool --at sync user create", "tool --at push users add", None),
        ("tool --no-such user create", "tool --no-such users add", None),
        ("tool sync purge", "tool users purge", None),
        # Nothing that names a command, or no command at all:
        ("tool no create", "tool users add", None),
        ("tool user create", "tool no add", None),
        ("tool", "tool users add", None),
        ("tool users add", "tool", None),
        # To another command than the manifest says, or to a worse one:
        ("tool user create", "tool users list", None),
        ("tool users list", "tool users add", None),
        ("tool sync", "tool users purge", None),
        # What passes on what others print:
        ("tool push", "tool sync", None),
        ("tool sync", "tool push", None),
    ],
)
def test_only_words_that_name_a_command_may_change(called, command, run):
    """With the manifest of the called file at hand; each option and value stays."""
    manifest = promising(**{k.replace(".", "__"): v for k, v in PROMISES.items()})
    history = History(words=called.split(), manifest=manifest)
    redirect = {"command": command, "permanent": False}
    found = decide(spec(13, error={"redirect": redirect}), history)
    words = command if run in (None, "same") else run

    assert (Action.FOLLOW_REDIRECT, tuple(words.split())) == (
        found.action,
        found.command,
    )
    assert ("K29" if run is None else "R39") == found.rule


@pytest.mark.clause("K29")
@pytest.mark.parametrize(
    ("history", "policy"),
    [
        (History(), Policy()),
        (History(words=["tool", "user", "create", "--name", "alice"]), Policy()),
        (CALLED.replace(words=()), Policy()),
        (CALLED, Policy(may_follow="no")),
    ],
    ids=["from nowhere", "no evidence", "a line", "never"],
)
def test_what_nothing_vouches_for_is_for_the_caller(history, policy):
    """The decision has the words, and says that nobody follows them unasked."""
    found = decide(spec(13, error={"redirect": MOVED}), history, policy)
    anyway = decide(spec(13, error={"redirect": MOVED}), history, ANY)

    assert (Action.FOLLOW_REDIRECT, "K29") == (found.action, found.rule)
    assert ("tool", "users", "add", "--name", "alice") == found.command
    assert ("R38", found.command) == (anyway.rule, anyway.command)


@pytest.mark.clause("R37")
@pytest.mark.parametrize(
    ("called", "command"),
    [
        ("tool", "other users add"),
        ("tool", "/opt/tool users add"),
        ("/usr/bin/tool", "/opt/tool users add"),
        ("sudo", "tool users add"),
        ("tool", "sudo tool users add"),
    ],
)
@pytest.mark.parametrize("name", ["words", "program"])
def test_a_redirect_chooses_no_other_program(called, command, name):
    """One of that name in another place is another one; no words are handed on."""
    known = {"words": [called, "user", "create"]} if name == "words" else {name: called}
    history = CALLED.replace(words=()).replace(**known)
    reading = spec(13, error={"redirect": {"command": command, "permanent": True}})
    found, anyway = decide(reading, history), decide(reading, history, ANY)

    assert (Action.ESCALATE, "R37", None) == (found.action, found.rule, found.command)
    assert Action.FOLLOW_REDIRECT is anyway.action


def test_what_may_be_followed_was_called_otherwise_before():
    """The old word holds for a release, and means the careful new one."""
    with pytest.warns(DeprecationWarning, match='is now "adopted"'):
        made = Policy(may_follow="same_program")

    assert made == Policy()


@pytest.mark.clause("K16", "R60")
@pytest.mark.parametrize("number", [n for n in range(14) if n != 13])
def test_a_redirect_at_another_code_is_ignored(number):
    """It changes nothing but the anomalies."""
    plain, moved = (
        decide(spec(number, error={"code": "TOKEN_EXPIRED", **more}))
        for more in ({}, {"redirect": MOVED})
    )

    assert plain == moved.replace(anomalies=plain.anomalies)
    assert Anomaly.REDIRECT_ELSEWHERE in moved.anomalies


# -- successes


@pytest.mark.clause("E3")
def test_a_success_goes_on():
    """And so does a number that is an answer."""
    no_match = read(Exited(1), argv=["grep", "-q", "x", "file"])

    assert (Action.PROCEED, "E3", 0) == said(spec(0))
    assert (Action.PROCEED, "E3", 0) == said(no_match)
    assert Certainty.ATLAS is decide(no_match).certainty


@pytest.mark.clause("R30")
def test_no_conclusion_before_the_last_page():
    """A cursor leads on, until it leads nowhere or the policy has enough."""
    reading = spec(0, meta={"truncated": True, "cursor": "p2"})

    assert (Action.NEXT_PAGE, "R30", 0) == said(reading, History(pages=99))
    assert Action.NARROW_QUERY is decide(reading, History(pages=100)).action
    assert Action.NARROW_QUERY is decide(reading, History(cursor="p2")).action
    assert Action.NEXT_PAGE is decide(reading, History(cursor="p1")).action


@pytest.mark.clause("K20", "R30")
@pytest.mark.parametrize("cursor", [None, "", 7, []])
def test_what_was_cut_without_a_cursor_is_asked_for_in_less(cursor):
    """There is no next page to fetch."""
    reading = spec(0, meta={"truncated": True, "cursor": cursor})

    assert (Action.NARROW_QUERY, "K20", 0) == said(reading)


@pytest.mark.clause("R31")
def test_what_has_not_changed_is_in_the_cache():
    """Without a cache the call is made anew, without its etag."""
    reading = spec(0, meta={"not_modified": True}, data=None)
    fresh = decide(reading, History(uncached=True))

    assert (Action.USE_CACHED, "R31", 0) == said(reading)
    assert (Action.RETRY, False) == (fresh.action, fresh.repeat_identical)


@pytest.mark.clause("R40")
def test_warnings_do_not_spoil_a_success():
    """It goes on, by a rule that says to pass them up; all of them are there."""
    reading = spec(0, warnings=["slow today", "disk 90 % full"])

    assert (Action.PROCEED, "R40", 0) == said(reading)
    assert ("slow today", "disk 90 % full") == surfaced(reading)


@pytest.mark.clause("R41")
@pytest.mark.parametrize("text", ["--x is DEPRECATED", "It Will Be Removed in 3.0"])
def test_a_deprecation_is_planned_for(text):
    """It changes no decision, but is passed up with what to do."""
    reading = spec(0, warnings=[text, "other"])

    assert Action.PROCEED is decide(reading).action
    assert (text, "other", "the call is deprecated: plan to change it") == surfaced(
        reading
    )


# -- contradictions and damage


@pytest.mark.parametrize(
    ("reading", "action", "rule", "anomaly"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[2]), id=row[3].value)
        for row in [
            (spec(5, ok=True), Action.STOP, "E8", Anomaly.OK_EXIT_CONFLICT),
            (spec(0, ok=False), Action.PROCEED, "R26", Anomaly.OK_EXIT_CONFLICT),
            (
                spec(0, ok=False, error={}),
                Action.INSPECT_STATE,
                "K5",
                Anomaly.ERROR_AT_SUCCESS,
            ),
            (spec(11, data=ABSENT), Action.RETRY, "E38", Anomaly.MISSING_DATA),
            (spec(0, warnings=ABSENT), Action.PROCEED, "E3", Anomaly.MISSING_WARNINGS),
            (spec(0, data=None), Action.ESCALATE, "R28", Anomaly.BOTH_NULL),
            (bare(20), Action.INSPECT_STATE, "E29", Anomaly.RESERVED_CODE),
            (bare(99), Action.INSPECT_STATE, "E31", Anomaly.UNDECLARED_CODE),
            (bare(300), Action.INSPECT_STATE, "E33", Anomaly.CODE_OUT_OF_RANGE),
            (bare(-99), Action.INSPECT_STATE, "E33", Anomaly.CODE_OUT_OF_RANGE),
            (
                spec(5, error={"retry_after": 9}),
                Action.STOP,
                "E8",
                Anomaly.DELAY_WITHOUT_RETRYABLE,
            ),
            (
                spec(11, error={"retry_after": 9, "retry_after_ms": 12_500}),
                Action.RETRY,
                "E14",
                Anomaly.DELAYS_DISAGREE,
            ),
        ]
    ],
)
def test_what_does_not_add_up_is_decided_and_named(reading, action, rule, anomaly):
    """Each has its rule, and its name stays visible."""
    found = decide(reading)

    assert (action, rule) == (found.action, found.rule)
    assert anomaly in found.anomalies
    assert anomaly.value in found.as_dict()["anomalies"]


@pytest.mark.clause("E14")
def test_of_two_delays_the_longer_is_waited():
    """Seconds and milliseconds that disagree."""
    reading = spec(11, error={"retry_after": 9, "retry_after_ms": 12_500})

    assert 12.5 == decide(reading).wait_seconds


def test_a_delay_without_a_retry_is_not_waited_for():
    """Nothing follows, so nothing is waited for."""
    for number in (2, 4, 5, 7):
        error = {"retryable": False, "retry_after": 9}

        assert 0 == decide(spec(number, error=error)).wait_seconds
    assert 9 == decide(spec(4, error={**error, "retryable": True})).wait_seconds


@pytest.mark.parametrize(
    "action", [Action.RETRY, Action.PAY, Action.FOLLOW_REDIRECT], ids=str
)
def test_no_table_alone_allows_what_needs_a_rule(action):
    """A table of a user's may name any action; these are for rules to give."""
    reading = bare(1).replace(action=action)

    assert Action.INSPECT_STATE is decide(reading).action


@pytest.mark.clause("R27", "K15")
@pytest.mark.parametrize("number", [0, 3, 11, 12])
def test_an_envelope_without_error_is_looked_at(number):
    """At any exit code, and never retried blindly."""
    document = envelope(number).replace(b'"error"', b'"fault"')
    found = decide(read(Exited(number), document), policy=IDEMPOTENT)

    assert (Action.INSPECT_STATE, "R27") == (found.action, found.rule)


@pytest.mark.clause("R27")
def test_a_key_that_stands_twice_is_looked_at():
    """Parsers differ on which one holds, so neither is acted on."""
    twice = envelope(11)[:-1] + b', "ok": false}'
    inside = envelope(11).replace(b'"code": "X"', b'"code": "X", "code": "Y"')

    for document in (twice, inside):
        found = decide(read(Exited(11), document))

        assert (Action.INSPECT_STATE, "R27") == (found.action, found.rule)
        assert Anomaly.DUPLICATE_KEYS in found.anomalies


@pytest.mark.clause("R27")
@pytest.mark.parametrize(
    "page",
    [
        b"<html><h1>502 Bad Gateway</h1></html>",
        b'{"message": "upstream timed out", "status": 504}',
        b'{"ok": true, "data": {"id": 1}, "er',
    ],
    ids=["html", "json", "cut"],
)
def test_a_gateway_that_answers_in_place_of_the_command_is_not_believed(page):
    """Where an envelope was promised, anything else is looked at, at 0 as at 1."""
    for number in (0, 1):
        found = decide(read(Exited(number), page, dialect="agent-spec"))

        assert Action.INSPECT_STATE is found.action
        assert Anomaly.NO_ENVELOPE in found.anomalies


@pytest.mark.clause("E30")
def test_a_sysexit_is_repeated_only_where_it_is_transient():
    """75 invites to come back; 64 and 70 do not."""
    assert Action.RETRY is decide(bare(75)).action
    assert Action.FIX_INPUT is decide(bare(64)).action
    assert Action.INSPECT_STATE is decide(bare(70)).action


# -- no exit at all


@pytest.mark.clause("E32", "K9", "E33")
def test_a_signal_leaves_things_half_done():
    """However it is told: by the kernel, by subprocess, by a shell."""
    for ending in (Signaled(9), from_returncode(-9), from_shell(137)):
        found = decide(read(ending))

        assert (Action.INSPECT_STATE, "K9") == (found.action, found.rule)


@pytest.mark.clause("S13", "K9")
@pytest.mark.parametrize(
    ("why", "action"),
    [
        ("not_found", Action.INSTALL_TOOL),
        ("not_executable", Action.FIX_PRECONDITION),
        ("failed", Action.ESCALATE),
    ],
)
def test_what_never_ran_changed_nothing(why, action):
    """Install it, make it executable, or report it."""
    assert (action, "S13", 0) == said(read(Unstarted(why)))


@pytest.mark.clause("S13")
@pytest.mark.parametrize("idle", [True, False])
def test_what_ran_out_of_time_is_looked_at_or_given_longer(idle):
    """The same limit would end it again, so it is never the same call."""
    reading = read(TimedOut(5, idle=idle))
    longer = decide(reading, policy=IDEMPOTENT)

    assert (Action.INSPECT_STATE, "S13", 0) == said(reading)
    assert (Action.RETRY, False) == (longer.action, longer.repeat_identical)


def test_a_run_that_waits_wants_an_answer():
    """The signal that we ended it with means nothing then."""
    found = decide(read(Signaled(15)), waiting=True)

    assert (Action.ANSWER_PROMPT, "S10") == (found.action, found.rule)


@pytest.mark.clause("K9")
def test_a_signal_that_was_seen_is_no_number_of_any_table():
    """Whatever a record says it means: it had begun, and did not end by itself."""
    reading = bare(12).replace(ending=Signaled(9))

    assert (Action.INSPECT_STATE, "K9", 0) == said(reading)


@pytest.mark.clause("K5", "R31")
def test_an_error_at_0_is_looked_at_although_nothing_was_modified():
    """An etag hit has no error; what is kept may be older than what went wrong."""
    reading = spec(0, meta={"not_modified": True}, data=None, error={"code": "DB_DOWN"})

    assert (Action.INSPECT_STATE, "K5", 0) == said(reading)
    assert (Action.INSPECT_STATE, "K5", 0) == said(reading, History(uncached=True))


# -- the records


def test_a_decision_has_its_names_on_the_wire():
    """These and no others, as plain JSON."""
    found = decide(spec(13, error={"redirect": MOVED}), CALLED).as_dict()

    assert {
        "action": "follow_redirect",
        "rule": "R38",
        "because": "It moved for good: note that first, then run the new.",
        "wait_seconds": 0,
        "repeat_identical": False,
        "command": ["tool", "users", "add", "--name", "alice"],
        "certainty": "envelope",
        "anomalies": [],
    } == found
    assert list(found) == list(Decision.__match_args__)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (History, "attempts", -1),
        (History, "attempts", True),
        (History, "pages", 1.5),
        (Policy, "max_attempts", 0),
        (Policy, "max_pages", -1),
        (Policy, "may_follow", "yes"),
        (Policy, "max_wait", -1),
        (Policy, "max_wait", float("nan")),
        (Policy, "max_wait", "1"),
        (Policy, "max_wait", True),
        (Policy, "idempotent", "no"),
        *((Policy, "retry_on", given) for given in ("0", "256", "9-1", "", "-1", "x")),
        (Policy, "retry_on", [None]),
        (Policy, "may_pay", "false"),
        (Policy, "may_pay", 1),
        (History, "refreshed", None),
        (History, "redirected", "no"),
        (History, "paid", 0),
        (History, "uncached", "no"),
        (History, "cursor", 5),
        (History, "program", b"tool"),
        (History, "words", "tool user"),
        (History, "words", [b"tool"]),
    ],
)
def test_what_nothing_can_be_decided_by_is_refused(kind, field, value):
    """Early, and by name."""
    with pytest.raises(InputError, match=field):
        kind(**{field: value})
