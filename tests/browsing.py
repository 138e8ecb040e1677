"""A page in Debian's Chromium: opened, looked at, judged by axe-core."""

import shutil
from contextlib import contextmanager
from importlib.resources import files

import pytest
from playwright.sync_api import sync_playwright

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 360, "height": 780}
# Not loaded by the page, whose policy allows it nothing: the browser is told to run it.
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# Each element with text of its own: its colours, over what is painted behind it.
CONTRAST = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = parse(getComputedStyle(each).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const seen = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility() || element.closest("script")) continue;
    const [a, b] = [parse(getComputedStyle(element).color), behind(element)]
      .map(light).sort((x, y) => y - x);
    seen.push([(a + 0.05) / (b + 0.05), element.outerHTML.slice(0, 120)]);
  }
  return seen;
}"""


@pytest.fixture(scope="module")
def chromium():
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        yield browser
        browser.close()


@contextmanager
def shown(chromium, folder):
    """Open pages by their text; whatever the browser complains about fails the test."""
    contexts, complaints = [], []

    def open_page(text, **options):
        file = folder / "report.html"
        file.write_text(text, encoding="utf-8")
        context = chromium.new_context(**{"viewport": WIDE, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.on("request", lambda request: complaints.append(request.url))
        page.goto(file.as_uri())
        complaints.remove(file.as_uri())  # the page itself was asked for
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [] == complaints


def faults(page):
    """What axe-core finds on a page: the rule, and each element that breaks it."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        (one["id"], node["html"][:160], node["failureSummary"][:300])
        for one in found["violations"]
        for node in one["nodes"]
    ]


def stops(page):
    """Press Tab through a page: each element that has the keys, and its outline."""
    wanted = page.locator(
        "a[href]:visible, button:visible, input:visible, select:visible, "
        "summary:visible, [tabindex='0']:visible"
    ).count()
    places = []
    for _ in range(wanted):
        page.keyboard.press("Tab")
        places.append(
            page.evaluate(
                """() => { const one = document.activeElement;
                  const all = [...document.querySelectorAll("*")];
                  return [all.indexOf(one), one.tagName,
                    getComputedStyle(one).outlineStyle]; }"""
            )
        )
    return wanted, places
