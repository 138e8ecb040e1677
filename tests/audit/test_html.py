"""Findings → a page in a real browser: seen, filtered, copied, read, harmless."""

import re
from itertools import pairwise

import pytest

import findings
from browsing import (  # noqa: F401 - chromium is a fixture
    CONTRAST,
    NARROW,
    WIDE,
    chromium,
    faults,
    shown,
    stops,
)
from exeunt.audit.finding import Covered, Verdict
from exeunt.audit.reports import html
from running import until

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture
def show(chromium, tmp_path):  # noqa: F811 - as above
    """Open the page of a check."""
    with shown(chromium, tmp_path) as open_page:

        def show_check(ended=None, **options):
            text = html.write(ended or findings.sample(), date="2026-11-16")
            return open_page(text, **options)

        yield show_check


def visible(page):
    """The rules of the findings that can be seen."""
    return page.locator(".found > li:visible h3").all_inner_texts()


def test_the_page_says_what_was_checked(show):
    """Program, dialect, level and date stand above, the numbers below them."""
    page = show()

    assert "deployctl: how it keeps its contract" == page.title()
    assert "deployctl" == page.locator("h1").inner_text()
    assert (
        "dialect agent-spec · level 2 (callers rely on it) · held by nothing"
        " · 2026-11-16" == page.locator(".about").inner_text()
    )
    assert "2 rules are broken" == page.locator("#summary h2").inner_text()
    assert ["2", "2", "1", "1"] == page.locator(".tiles b").all_inner_texts()
    assert "50 % of what could be tried is as it should be: 2 of 4 rules." == (
        page.locator("#summary p").inner_text()
    )


def test_the_same_findings_make_the_same_page():
    """Nothing of the machine, the time or the order of a set is on the page."""
    first, second = (html.write(findings.sample(), date="d") for _ in range(2))
    shuffled = findings.sample()
    shuffled = shuffled.replace(findings=shuffled.findings[::-1])

    assert first == second == html.write(shuffled, date="d")


def test_each_failure_mode_has_its_score(show):
    """A line for each mode that a rule guards, in groups, with what holds."""
    rows = show().locator(".modes tbody tr")

    said = [" ".join(row.split()) for row in rows.all_inner_texts()]
    assert [
        "What a command says 1 of 3 –",
        "§1 Exit codes and status 0 of 1 –",
        "§2 Output that can be parsed 1 of 1 –",
        "§8 Colour codes in pipes 0 of 1 –",
        "Whether it comes back 1 of 1 1 unverified",
        "§16 Signals – 1 unverified",
        "§50 Waiting for stdin 1 of 1 –",
        "Beyond the failure modes – 1 waived",
    ] == said


def test_each_declared_code_has_its_cell(show):
    """The matrix tells reached, missed, not tried and not declared apart."""
    rows = show().locator(".codes tr")

    assert [
        ["Command", "0 SUCCESS", "5 NOT_FOUND", "11 RATE_LIMITED", "79 DEPLOY_LOCKED"],
        ["rollback", "reached", "got 1", "–", "not tried"],
        ["releases.list", "reached", "–", "not tried", "–"],
    ] == [
        [" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()]
        for row in rows.all()
    ]


def test_a_finding_shows_all_its_evidence(show):
    """What was run, expected, got, the fix with its code, and what was written."""
    first = show().locator(".found > li").first

    said = dict(
        zip(
            first.locator("dt").all_inner_texts(),
            first.locator("dd").all_text_contents(),
            strict=True,
        )
    )
    assert "deployctl rollback --no-such-flag --output jsonCopy" == said["Ran"]
    assert "a wrong call ends with ARG_ERROR (3)" == said["Expected"]
    assert "exit 2" == said["Got"]
    fix = first.locator("dd", has_text="leave with ARG_ERROR")
    code = fix.locator("pre")
    assert "leave with ARG_ERROR where a call is wrong" == fix.locator("p").inner_text()
    assert "import exeunt\n\nexeunt.adopt(deployctl)()" == code.inner_text()
    assert "exit 2 · exited · 1,234 ms" == first.locator(".ending").inner_text()


def test_what_is_said_already_is_not_said_again(show):
    """A fix that only repeats why something was not tried is left out."""
    twice = findings.finding(Verdict.UNVERIFIED, got="no fixture", fix="no fixture")
    page = show(findings.ended([twice]))

    assert ["Ran", "Expected", "Why not"] == page.locator("dt").all_text_contents()


def test_colours_are_those_of_a_terminal(show):
    """Known colours become classes, and the text has no escape left."""
    shown = show().locator(".term").first

    assert findings.USAGE.count("\n") == shown.inner_text().rstrip("\n").count("\n") + 1
    assert "\x1b" not in shown.inner_text()
    assert ["Usage:", "Error:", "--no-such-flag"] == (
        shown.locator("span").all_inner_texts()
    )
    assert ["b f3", "f1", "u"] == [
        span.get_attribute("class") for span in shown.locator("span").all()
    ]


def test_filters_work_together(show):
    """Verdict, level, clause and words each narrow the list, and the count says so."""
    page = show()
    count = page.locator("#count")

    assert "6 of 6 findings" == count.inner_text()
    page.get_by_label("Verdict").select_option("violated")
    assert ["usage-code rollback", "no-colour-in-pipes"] == visible(page)
    page.get_by_label("Level").select_option("2")
    assert ["no-colour-in-pipes"] == visible(page)
    assert "1 of 6 findings" == count.inner_text()
    page.get_by_label("Clause").select_option("R1")
    assert [] == visible(page)
    assert page.get_by_text("No finding is like that.").is_visible()
    page.get_by_role("button", name="Show all").click()

    assert until(lambda: count.inner_text().startswith("6"))
    assert 6 == len(visible(page))


def test_search_follows_what_is_typed(show):
    """Each letter narrows; words may stand anywhere in a finding, in any case."""
    page = show()
    box = page.get_by_role("searchbox", name="Search")

    box.press_sequentially("SIGINT")
    assert ["interrupt"] == visible(page)
    box.fill("deployctl 2 KB")
    assert ["etag manifest"] == visible(page)
    box.press("Enter")  # sends nothing anywhere
    assert ["etag manifest"] == visible(page)


def test_a_command_can_be_copied(show):
    """The button copies what is seen, and says that it did."""
    page = show(permissions=["clipboard-read", "clipboard-write"])
    button = page.get_by_role("button", name="Copy: Ran").first

    button.click()
    assert until(lambda: "Copied" == button.inner_text())
    assert "deployctl rollback --no-such-flag --output json" == page.evaluate(
        "navigator.clipboard.readText()"
    )


def test_a_failure_mode_leads_to_its_violation(show):
    """The link opens the finding, even one that a filter hides."""
    page = show()
    page.get_by_label("Verdict").select_option("verified")
    page.get_by_role("link", name="Colour codes in pipes").click()
    second = page.locator("#f2")

    second.wait_for(state="visible")
    assert "no-colour-in-pipes" == second.locator("h3").inner_text()
    assert until(lambda: page.evaluate("document.querySelector('#f2 details').open"))
    assert "6 of 6 findings" == page.locator("#count").inner_text()


def test_without_a_script_everything_is_there(show):
    """No control that does nothing, and no finding that cannot be read."""
    page = show(java_script_enabled=False)

    assert 0 == page.locator("button:visible, input:visible, select:visible").count()
    assert 6 == page.locator("dl:visible").count()


def test_on_paper_everything_is_open(show):
    """Before it prints, the page opens what it had closed, and closes it again."""
    page = show()
    is_open = "[...document.querySelectorAll('details')].map((each) => each.open)"
    before = page.evaluate(is_open)

    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert [True] * 6 == page.evaluate(is_open)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert [True, True, False, False, False, False] == before == page.evaluate(is_open)
    page.emulate_media(media="print")
    assert 0 == page.locator("button:visible, nav:visible, form:visible").count()


def test_a_wide_table_fits_on_paper(show):
    """Sixteen codes and long names are printed whole, on A4."""
    names = [f"A_RATHER_LONG_NAME_{n}" for n in range(16)]
    codes = [Covered("a.command.below", n, name) for n, name in enumerate(names)]
    page = show(findings.ended(coverage=codes), viewport={"width": 718, "height": 1000})
    page.emulate_media(media="print")

    assert page.evaluate("document.documentElement.scrollWidth") <= 718


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("made", ["sample", "hostile", "ended"])
def test_every_text_can_be_read(show, scheme, size, made):
    """All contrasts are at least 4.5, in both colour schemes; no page is too wide."""
    page = show(getattr(findings, made)(), color_scheme=scheme, viewport=size)
    page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
    seen = page.evaluate(CONTRAST)

    assert len(seen) > 10
    assert [] == [text for ratio, text in seen if ratio < 4.5]
    assert size["width"] >= page.evaluate("document.documentElement.scrollWidth")


@pytest.mark.parametrize("ground", ["f", "g"])
def test_every_terminal_colour_can_be_read(show, ground):
    """Sixteen colours, before and behind: none hides what was written."""
    first = {"f": 30, "g": 40}[ground]
    numbers = [*range(first, first + 8), *range(first + 60, first + 68)]
    text = "".join(f"\x1b[{n}m{n} \x1b[2m{n}\x1b[0;7m{n}\x1b[0m\n" for n in numbers)
    evidence = findings.finding().evidence.replace(stdout=text)
    page = show(findings.ended([findings.finding(evidence=evidence)]))

    seen = page.evaluate(CONTRAST)
    assert [] == [text for ratio, text in seen if ratio < 4.5]
    classes = {word for c in page.locator(".term span").all()
               for word in c.get_attribute("class").split()}  # fmt: skip
    assert {f"{ground}{n}" for n in range(16)} <= classes


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(show, scheme):
    """Its rules for those who see, hear or steer a page otherwise are all kept."""
    page = show(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")

    assert [] == faults(page)


def test_the_reader_may_choose_light_or_dark(show):
    """The button turns the scheme that the system asks for, and back."""
    page = show(color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paper)

    page.get_by_role("button", name="Light").click()
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dark").click()
    assert dark == page.evaluate(paper) != light


def test_the_keyboard_reaches_everything_in_order(show):
    """Skip link first; then from top to bottom, each with a visible outline."""
    page = show()
    wanted, places = stops(page)

    assert "Skip to the findings" == page.locator("a").first.inner_text()
    assert sorted(places) == places
    assert wanted == len({place for place, _, _ in places})
    assert {"solid"} == {outline for _, _, outline in places}
    assert "SUMMARY" == places[-1][1]


def test_a_finding_opens_by_keyboard(show):
    """Enter on a closed finding shows it."""
    page = show()
    last = page.locator("details").last

    last.locator("summary").focus()
    page.keyboard.press("Enter")
    assert last.locator("dl").is_visible()


def test_a_screen_reader_finds_its_way(show):
    """Landmarks, one h1, no level skipped, and a name for each control."""
    page = show()
    levels = page.locator("h1, h2, h3, h4").evaluate_all(
        "all => all.map((each) => Number(each.tagName[1]))"
    )

    for role in ("banner", "main", "contentinfo", "search", "navigation", "status"):
        assert 1 == page.get_by_role(role).count(), role
    assert 1 == levels.count(1)
    assert 1 == levels[0]
    assert [] == [step for step in pairwise(levels) if step[1] > step[0] + 1]
    tree = page.locator("body").aria_snapshot()
    nameless = r"^\s*- (?:button|link|combobox|searchbox|img|region|table)\b(?! \")"
    assert [] == re.findall(nameless, tree, re.MULTILINE)
    assert "polite" == page.locator("#count").get_attribute("aria-live")


def test_each_cell_of_a_table_has_its_heads(show):
    """Every table has a caption; every head says what it is the head of."""
    page = show()

    assert 2 == page.locator("table > caption").count() == page.locator("table").count()
    assert {"col", "row", "rowgroup"} == {
        head.get_attribute("scope") for head in page.locator("th").all()
    }


def test_hostile_output_stays_text(show):
    """Nothing that a program writes becomes an element, a script or a direction."""
    page = show(findings.hostile())
    inside = page.locator(".term").first

    assert page.title().startswith("tool</script><script>")
    assert 1 == page.locator("script").count()
    assert 0 == page.locator("img").count()
    assert inside.inner_text().startswith("</script><script>document.title='owned'")
    assert {"I"} == set(
        inside.locator("*").evaluate_all("all => all.map((each) => each.tagName)")
    )
    assert r"\x00" in inside.inner_text()
    assert r"\u202egnp.exe\udce9\x1b]0;title\x07\x1b[2J&lt;\ufffe\x9b31m" in (
        inside.inner_text()
    )


def test_the_policy_stops_what_would_come_through(tmp_path, chromium):  # noqa: F811 - as above
    """If escaping failed, the browser would still run no foreign script or style."""
    text = html.write(findings.sample()).replace(
        "<main>",
        "<main><script>document.title = 'owned'</script>"
        "<p onclick='1' id='probe' style='color: red'>x</p>"
        "<style>#probe { color: red }</style>",
    )
    (tmp_path / "broken.html").write_text(text, encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "broken.html").as_uri())
    colour = page.evaluate("getComputedStyle(document.getElementById('probe')).color")
    title = page.title()
    page.close()

    assert "deployctl: how it keeps its contract" == title
    assert "rgb(255, 0, 0)" != colour


def test_a_page_stays_small():
    """200 findings fit in 300 kB, also of a program that wrote 5 MB each time."""
    many = [findings.finding(v, f"rule-{n}") for n in range(50) for v in Verdict]
    usual = html.write(findings.ended(many))
    flood = html.write(findings.hostile(200, 40_000))

    assert len(many) == usual.count("<details") == 200
    assert len(usual.encode()) < 300_000
    assert len(flood.encode()) < 300_000
    assert "characters left out" in flood


def test_a_long_output_keeps_both_ends(show):
    """The beginning and the end are there, and how much is not."""
    evidence = findings.finding().evidence.replace(
        stdout=f"first\n{'x' * 5_000_000}\nlast"
    )
    page = show(findings.ended([findings.finding(evidence=evidence)]))
    text = page.locator(".term").first.inner_text()

    shown = text.count("x") - "characters left out".count("x")
    assert text.startswith("first\n")
    assert text.endswith("last")
    assert f"… {5_000_000 - shown:,} characters left out …" in text


def test_an_empty_check_is_no_empty_page(show):
    """Each part says that it has nothing to say."""
    page = show(findings.ended())

    assert "Nothing was tried" == page.locator("#summary h2").inner_text()
    assert [
        "No rule was looked at.",
        "The program declares no exit codes.",
        "The check made no findings.",
    ] == page.locator(".empty").all_inner_texts()


def test_a_rule_that_several_calls_break_counts_once(show):
    """The first call is shown whole, the others are a click away."""
    commands = [f"deployctl {name} --colour" for name in ("list", "show", "stop")]
    broken = [findings.finding(command=command) for command in commands]
    page = show(findings.ended(broken))

    assert "1 rule is broken" == page.locator("#summary h2").inner_text()
    assert "1 of 1 findings" == page.locator("#count").inner_text()
    more = page.locator(".also")
    assert "2 more calls" == more.locator("summary").inner_text()
    assert not more.locator("pre.copy").first.is_visible()
    more.locator("summary").click()
    assert commands[1:] == more.locator("pre.copy").all_inner_texts()
