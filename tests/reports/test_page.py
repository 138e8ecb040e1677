"""Rows → one page in a real browser: five tasks, by eye, ear and keyboard."""

import os
import tracemalloc
from itertools import pairwise

import pytest

from browsing import (  # noqa: F401 - chromium is a fixture
    CONTRAST,
    NARROW,
    WIDE,
    chromium,
    faults,
    shown,
    stops,
)
from exeunt.reports.page import write
from reported import BEGAN, doubt, hostile, night, row, said

SOAK = os.environ.get("EXEUNT_SOAK")
pytestmark = pytest.mark.needs("chromium")
OPEN = "document.querySelectorAll('details').forEach((d) => d.open = true)"


def written(rows=None, **options):
    """The page of some rows."""
    return write(night() if rows is None else rows, said=said, now=BEGAN, **options)


@pytest.fixture
def show(chromium, tmp_path):  # noqa: F811 - the fixture that was imported
    """Open the page of rows."""
    with shown(chromium, tmp_path) as open_page:
        yield lambda rows=None, **options: open_page(written(rows), **options)


def card(page, title):
    """A card, its name → its text."""
    item = page.locator(".found > li", has_text=title).first
    names = item.locator("dt").all_inner_texts()
    return dict(zip(names, item.locator("dd").all_text_contents(), strict=True))


def test_five_tasks_are_answered_by_the_page(show):
    """What failed, why, since when, what to run again, what is in doubt."""
    page = show()
    page.evaluate(OPEN)
    tar = card(page, "tar czf")
    psql = card(page, "psql")

    assert "4 of 50 runs failed, 1 is in doubt" == (
        page.locator("#summary h2").inner_text()
    )
    assert ["tar czf a.tgz ×2", "make docs", "curl TIMEOUT"] == [
        " ".join(text.split())
        for text in page.locator("#failed .found > li h3").all_inner_texts()
    ]
    assert tar["Why"].startswith("exit 2: a fatal error")
    assert "first Fri 20 Nov 00:50, last Fri 20 Nov 01:00" in tar["When"]
    assert "tar: /backup: Cannot write\nNo space left on device" == tar["It said"]
    assert "exeunt run --cwd /srv --name nightly tar czf" in tar["To do"]
    assert "exeunt was killed" in psql["Why"]
    assert "exeunt a b" in psql["To do"]
    assert 1 == page.locator("#doubt .found > li").count()


def test_what_is_to_be_done_comes_first_and_is_open(show):
    """What was mended stands below, closed."""
    page = show()
    marks = page.locator("#failed .found > li")
    classes = [mark.get_attribute("class") for mark in marks.all()]
    is_open = "all => all.map((each) => each.open)"

    assert ["failed", "failed mended", "failed mended"] == classes
    assert [True, False, False] == marks.locator("> details").evaluate_all(is_open)


def test_the_same_rows_make_the_same_page():
    """In any order; nothing of the machine or the hour is on it."""
    assert written() == written(sorted(night(), key=lambda one: -one["id"]))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_everybody_can_read_it(show, scheme, size):
    """axe-core finds nothing, every contrast is 4.5, and no page is too wide."""
    for rows in (list(night()), list(hostile())):
        page = show(rows, color_scheme=scheme, viewport=size)
        page.evaluate(OPEN)
        seen = page.evaluate(CONTRAST)

        assert [] == faults(page)
        assert len(seen) > 10
        assert [] == [text for ratio, text in seen if ratio < 4.5]
        assert size["width"] >= page.evaluate("document.documentElement.scrollWidth")


def test_the_keyboard_reaches_and_sorts_everything(show):
    """In order, each with an outline; a head sorts its table, and says how."""
    page = show()
    wanted, places = stops(page)
    table = page.locator("#long table.sorted")
    button = table.get_by_role("button", name="Took")
    took = "all => all.map((each) => Number(each.dataset.value))"

    assert sorted(places) == places
    assert wanted == len({place for place, _, _ in places})
    assert {"solid"} == {outline for _, _, outline in places}
    button.press("Enter")
    down = table.locator("tbody td.long").evaluate_all(took)
    button.press("Enter")
    up = table.locator("tbody td.long").evaluate_all(took)
    head = table.locator("th[aria-sort]")
    assert sorted(down, reverse=True) == down == up[::-1]
    assert ["ascending"] == [one.get_attribute("aria-sort") for one in head.all()]


def test_a_screen_reader_finds_its_way(show):
    """Landmarks, one h1, no level skipped; each plot says what it shows."""
    page = show()
    levels = page.locator("h1, h2, h3, h4").evaluate_all(
        "all => all.map((each) => Number(each.tagName[1]))"
    )

    for role in ("banner", "main", "contentinfo", "navigation"):
        assert 1 == page.get_by_role(role).count(), role
    assert 1 == levels.count(1) == levels[0]
    assert [] == [step for step in pairwise(levels) if step[1] > step[0] + 1]
    about = [plot.get_attribute("aria-label") for plot in page.locator(".plot").all()]
    assert 3 == len(about)
    assert about[0].startswith("Runs over time, most in Fri 20 Nov")


def test_without_a_script_everything_is_there(show):
    """No control that does nothing; cards, plots and tables are drawn already."""
    page = show(java_script_enabled=False)

    assert 0 == page.locator("button:visible, input:visible, select:visible").count()
    assert 4 == page.locator(".found dl:visible").count()
    assert 3 == page.locator(".plot:visible").count()
    assert page.locator("pre.copy:visible").count() >= 2


def test_a_line_can_be_copied(show):
    """The button copies the line, whole."""
    page = show(permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy: run it again").first.click()
    page.get_by_role("button", name="Copied").or_(
        page.get_by_text("Copied", exact=True)
    ).first.wait_for()

    assert "exeunt run --cwd /srv --name nightly tar czf /backup/a.tgz /srv" == (
        page.evaluate("navigator.clipboard.readText()")
    )


def test_what_enemies_wrote_stays_text(show):
    """No element, script or attribute of theirs; a line to copy is quoted."""
    page = show(list(hostile()))

    assert 1 == page.locator("script").count()
    assert 0 == page.locator("img").count()
    assert 0 == page.locator("[onerror]").count()
    assert page.title().startswith("1 of 4 runs failed")
    assert r"\x00\u202egnp.exe" in page.locator(".found").first.inner_text()


def test_verdicts_differ_without_colour():
    """Failures have stripes, doubts dots, and every mark stands beside its word."""
    text = written()

    for pattern, verdict in (("stripes", "failed"), ("dots", "unknown")):
        assert f'<pattern id="{pattern}"' in text
        assert f"rect.{verdict} {{ fill: url(#{pattern}); }}" in text


def test_an_empty_journal_is_no_empty_page(show):
    """It says that nothing was run."""
    page = show([])

    assert "Nothing was run" == page.locator("#summary h2").inner_text()
    assert ["Nothing failed.", "Nothing is in doubt."] == (
        page.locator(".empty").all_inner_texts()
    )


def test_one_run_is_a_page_too(show):
    """A moment, one column, no division by nothing."""
    page = show([doubt(1, started=None), row(2, seconds=0)])

    assert "1 of 2 runs failed, 1 is in doubt" == (
        page.locator("#summary h2").inner_text()
    )


@pytest.mark.parametrize("rows", [10_000, *([200_000] if SOAK else [])])
def test_a_page_of_many_runs_is_small(rows):
    """Less than 2 MB, and little memory, whatever the rows are."""
    kinds = ("done", "failed", "unknown", "done", "findings", "no", None)

    def many():
        for n in range(rows):
            yield row(
                n * 7,
                kinds[n % 7],
                argv=[f"tool{n % 3000}", f"{n}", "x" * 90],
                name=f"job{n}",
                host=f"host{n}",
                started=f"2026-{n % 12 + 1:02d}-{n % 28 + 1:02d}T{n % 24:02d}:00:00Z",
                seconds=n % 977 / 10,
                attempts=n % 5 + 1,
            )

    tracemalloc.start()
    text = written(many())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(text.encode()) < 2_000_000
    assert most < 150 << 20
