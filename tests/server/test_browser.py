"""The page in a real browser: Chromium without a window, driven by Playwright."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from server.echo import echo_model, echo_settings, serving
from server.german import EXAMPLE, TRANSLATED, GermanEngine
from server.needs import need_chromium
from stencilmt.constraints.glossary_files.columns import join_alternatives, split_alternatives
from stencilmt.server.app import create_app

SCREENSHOTS = os.environ.get("STENCIL_SCREENSHOTS")
"""A folder that gets the screenshots; set it to docs/screenshots to renew those of the documentation."""
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    model = echo_model()
    german = echo_model(engine=GermanEngine(model.folder.codec.subwords))
    settings = echo_settings(tmp_path_factory.mktemp("server"))
    with serving(create_app(settings, [german, echo_model("de", "en")]), settings) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = need_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"], ignore_default_args=["--hide-scrollbars"]
        )
        yield browser
        browser.close()


def visit(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """A page that must not say a word on its console, save for answers that refuse something."""
    context = browser.new_context(viewport=options.pop("viewport", WIDE), reduced_motion="reduce", **options)
    context.set_default_timeout(60_000)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: None if "Failed to load" in message.text else said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address)
    yield page
    context.close()
    assert said == []


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    yield from visit(browser, site)


def shoot(page: Page, name: str, *, full_page: bool = True) -> None:
    if SCREENSHOTS:
        page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png", full_page=full_page)


def translation(page: Page) -> Any:
    return expect(page.locator("#target"))


def fill_term(page: Page, row: int, source: str, target: str) -> None:
    page.locator("#terms .source").nth(row).fill(source)
    page.locator("#terms .target").nth(row).fill(target)


def test_the_example_is_translated_with_its_glossary(page: Page) -> None:
    expect(page.locator("#source")).to_have_value(EXAMPLE, timeout=60_000)
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    marks = page.locator("#target .mark")
    assert marks.all_inner_texts() == ["{key}", "Seriendruck", "<b>", "Druckauftrag", "</b>"]
    expect(page.locator("#mirror .mark.term")).to_have_text(["print job", "mail merge"])
    expect(page.locator("#terms tr.found")).to_have_count(2)
    expect(page.locator("#status")).to_contain_text("all kept")
    shoot(page, "page-light")


def test_both_sides_are_linked_on_hover(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.locator("#target .mark", has_text="Seriendruck").hover()
    expect(page.locator("#mirror .linked")).to_have_text("mail merge")
    box = page.locator("#mirror .mark", has_text="print job").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#target .linked")).to_have_text("Druckauftrag")
    page.locator("#target .mark", has_text="</b>").hover()
    expect(page.locator("#target .linked")).to_have_text(["<b>", "</b>"])


def test_an_edited_term_changes_the_translation(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    fill_term(page, 0, "print job", "Druckjob & Co")
    translation(page).to_have_text(TRANSLATED.replace("Druckauftrag", "Druckjob & Co"))
    page.locator("#terms .keep").nth(1).check()
    translation(page).to_contain_text("beim mail merge den")
    page.locator("#terms button").nth(0).click()
    expect(page.locator("#terms tr")).to_have_count(1)
    page.reload()
    expect(page.locator("#terms .source")).to_have_value("mail merge")


def test_terms_are_pasted_and_opened_from_files(page: Page, tmp_path: Path) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.locator("#clear-terms").click()
    page.locator("#paste-terms").click()
    page.locator("#paste-text").fill("print job\tAuftrag\nbutton\tKnopf|Taste\n")
    page.locator("#paste-dialog button.primary").click()
    expect(page.locator("#term-count")).to_have_text("2 terms")
    glossary = tmp_path / "terms.csv"
    glossary.write_text("mail merge,Serienbrief\n")
    page.locator("#glossary-file").set_input_files(glossary)
    expect(page.locator("#term-count")).to_have_text("3 terms")
    translation(page).to_have_text("Drücken Sie {key}, um beim Serienbrief den <b>Auftrag</b> abzubrechen.")
    glossary.write_text("only one cell\n")
    page.locator("#glossary-file").set_input_files(glossary)
    expect(page.locator("#glossary-message")).to_contain_text("terms.csv:1")


def test_a_glossary_file_is_opened_used_and_saved_as_it_was(page: Page, tmp_path: Path) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.locator("#clear-terms").click()
    glossary = tmp_path / "terms.tsv"
    glossary.write_text(
        "source\ttarget\tcase\tmatch\ttranslate\n"
        "file\tA\\|B\tsensitive\tlemma\tyes\n"
        "space\tRaum|Platz\\\\|C:\\\tinsensitive\texact\tyes\n"
        "Stencil\t\tsensitive\texact\tno\n"
    )
    page.locator("#glossary-file").set_input_files(glossary)
    expect(page.locator("#term-count")).to_have_text("3 terms")
    page.locator("#source").fill("Open the files now.")
    translation(page).to_have_text("Open the A|B now.", timeout=60_000)
    page.reload()
    translation(page).to_have_text("Open the A|B now.", timeout=60_000)
    with page.expect_download() as download:
        page.locator("#save-terms").click()
    assert download.value.path().read_text() == glossary.read_text()


ALTERNATIVES = ["Raum", "Raum|Platz", r"a\|b", r"a\\|b", r"a\\\|b|c", r"C:\|D:", "C:\\", "|a||", "\\|", ""]


def test_alternatives_are_parted_and_joined_as_in_files(page: Page) -> None:
    pairs = [[one, other] for one in ALTERNATIVES for other in ALTERNATIVES]
    call = "async ([name, cells]) => cells.map((await import('/web/alternatives.js'))[name])"
    assert page.evaluate(call, ["split", ALTERNATIVES]) == [*map(split_alternatives, ALTERNATIVES)]
    assert page.evaluate(call, ["join", pairs]) == [*map(join_alternatives, pairs)]


@pytest.mark.parametrize("kept", ["{", '{"a": 1}', "[null, 1, {}]", "7", ""])
def test_what_the_browser_kept_badly_is_left_out(page: Page, kept: str) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    spoil = "kept => ['glossary', 'text', 'theme'].forEach(name => localStorage.setItem(`stencil-${name}`, kept))"
    page.evaluate(spoil, kept)
    page.reload()
    expect(page.locator("#to option")).not_to_have_count(0)
    expect(page.locator("#terms tr")).not_to_have_count(0)
    page.locator("#source").fill("Printing")
    translation(page).to_have_text("Drucken")


def test_markup_is_a_choice(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.locator("#markup label", has_text="Plain").click()
    expect(page.locator("#target .mark.tag")).to_have_count(0)


def test_the_derivation_is_drawn_step_by_step(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    symbols = page.locator("#stage .row.source .symbol")
    page.get_by_role("button", name="Cut", exact=True).click()
    expect(symbols).to_have_text(["X0", "C1", "X1", "<1>", "X2", "C2", "X3", "</1>", "X4", "C3", "X5"])
    expect(page.locator("#stage .row.target")).to_have_count(0)
    page.locator("#stage").focus()
    page.keyboard.press("ArrowRight")
    ordered = page.locator("#stage .row.target .symbol")
    expect(ordered).to_have_text(["Y0", "C1", "Y1", "C3", "Y2", "<1>", "Y3", "C2", "Y4", "</1>", "Y5"])
    expect(page.locator("#stage path")).to_have_count(5)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#stage .row.target .words").last).to_have_text("abzubrechen.")
    page.get_by_role("button", name="Weave", exact=True).click()
    expect(page.locator("#stage .woven")).to_have_text(TRANSLATED)
    page.locator("#stage .row.source .cell.term").first.hover()
    expect(page.locator("#stage path.linked")).to_have_count(1)
    shoot(page, "derivation")


def test_a_dropped_file_comes_back_translated(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "guide.md"));
            document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        "# Printing\n\nWait until the print job is done.\n",
    )
    button = page.get_by_role("button", name="Download guide.de.md")
    with page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename == "guide.de.md"
    assert download.value.path().read_text() == "# Drucken\n\nWarten Sie, bis der Druckauftrag fertig ist.\n"
    page.locator("#files").set_input_files({"name": "a.json", "mimeType": "", "buffer": b"{"})
    expect(page.locator("#jobs .bad")).to_contain_text("not JSON")
    shoot(page, "documents")


def test_a_document_that_was_forgotten_is_told(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.locator("#files").set_input_files({"name": "a.md", "mimeType": "", "buffer": b"Printing"})
    button = page.get_by_role("button", name="Download a.de.md")
    gone = "**/v1/documents/*/result"
    page.route(gone, lambda route: route.fulfill(status=404, json={"error": "document not found"}))
    for _ in range(2):
        button.click()
        expect(page.locator("#jobs .bad")).to_have_text("document not found")
    page.unroute(gone)
    with page.expect_download():
        button.click()
    expect(page.locator("#jobs .bad")).to_have_count(0)


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=\"document.title='owned'\"> text",
        "<script>document.title = 'owned'</script>",
        "</textarea></output><b id='planted'>text</b>",
        "{{constructor.constructor('alert(1)')()}} javascript:alert(1)",
    ],
)
@pytest.mark.parametrize("markup", ["Plain", "HTML"])
def test_text_is_shown_as_text(page: Page, text: str, markup: str) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.locator("#markup label", has_text=markup).click()
    fill_term(page, 0, "text", "<i onmouseover=alert(1)>Text</i>")
    page.locator("#source").fill(text)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#stage .woven")).to_contain_text(text.partition(" ")[0][:8])
    assert page.title() == "Stencil"
    assert page.locator("#planted, main img, main script, main i").count() == 0


def test_characters_outside_the_first_plane_are_counted_once(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.locator("#source").fill("🎉🎉 print job 🎉")
    translation(page).to_have_text("🎉🎉 Druckauftrag 🎉")
    expect(page.locator("#mirror .mark.term")).to_have_text("print job")
    expect(page.locator("#count")).to_have_text("14 characters")


def test_keyboard_alone_is_enough(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.keyboard.press("Control+A")
    page.keyboard.type("Printing")
    page.keyboard.press("Control+Enter")
    translation(page).to_have_text("Drucken")
    for _ in range(3):
        page.keyboard.press("Tab")
    focused = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert focused != "none"


def test_dark_and_phone(browser: Browser, site: str) -> None:
    for page in visit(browser, site, viewport=PHONE, color_scheme="dark"):
        translation(page).to_have_text(TRANSLATED, timeout=60_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        shoot(page, "phone-dark")
        page.locator("#theme").click()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    for page in visit(browser, site, color_scheme="dark"):
        translation(page).to_have_text(TRANSLATED, timeout=60_000)
        shoot(page, "page-dark")


LONG = "Press {key} to cancel the <b>print job</b> of https://example.org/a/long/path?with=a&query=too. " * 20
BOXES = """names => names.map(name => document.querySelector(name)).map(box => ({
    visible: box.clientWidth, whole: box.scrollWidth, height: box.scrollHeight, top: box.scrollTop,
}))"""


@pytest.mark.parametrize("width", [360, 1280])
def test_marks_stay_under_a_long_text(browser: Browser, site: str, width: int) -> None:
    for page in visit(browser, site, viewport={"width": width, "height": 800}):
        translation(page).to_have_text(TRANSLATED, timeout=60_000)
        page.locator("#source").fill(LONG + "x" * 200)
        expect(page.locator("#target .mark.tag")).to_have_count(40, timeout=60_000)
        page.evaluate("document.getElementById('source').scrollTop = 1e6")
        page.locator("#target").hover()
        text, marks, woven = page.evaluate(BOXES, ["#source", "#mirror", ".row.translation .woven"])
        assert text == marks
        assert woven["whole"] <= woven["visible"]


def test_terms_are_readable_on_a_phone(browser: Browser, site: str) -> None:
    for page in visit(browser, site, viewport={"width": 360, "height": 800}):
        translation(page).to_have_text(TRANSLATED, timeout=60_000)
        (cell,) = page.evaluate(BOXES, ["#terms tr:nth-child(2) .source"])
        assert cell["whole"] <= cell["visible"]


def test_api_page_on_a_phone(browser: Browser, site: str) -> None:
    for page in visit(browser, f"{site}/docs", viewport={"width": 360, "height": 800}):
        page.locator("summary", has_text="/v2/translate").click()
        expect(page.locator("details[open] td").first).to_be_visible()
        whole, about = page.evaluate(BOXES, ["html", "details[open] tr:nth-child(5) td:last-child"])
        assert whole["whole"] <= whole["visible"]
        assert about["visible"] > 200


def test_api_page(browser: Browser, site: str) -> None:
    for page in visit(browser, f"{site}/docs"):
        page.locator("summary", has_text="/v1/translate").click()
        expect(page.locator("details[open] td").first).to_have_text("text *")
        shoot(page, "api", full_page=False)


def give_key(page: Page) -> None:
    page.locator("#key").fill("secret")
    page.keyboard.press("Enter")
    translation(page).to_contain_text("Druckauftrag", timeout=60_000)


def test_a_key_is_asked_for_once(browser: Browser, tmp_path: Path) -> None:
    settings = echo_settings(tmp_path, keys=("secret",))
    with serving(create_app(settings, [echo_model()]), settings) as address:
        for page in visit(browser, address):
            give_key(page)
            page.reload()
            translation(page).to_contain_text("Druckauftrag", timeout=60_000)
            page.locator("#key-button").click()
            page.keyboard.press("Escape")
            page.locator("#source").fill("Wait.")
            translation(page).to_have_text("Wait.")


def test_without_a_key_the_page_can_be_looked_at(browser: Browser, tmp_path: Path) -> None:
    settings = echo_settings(tmp_path, keys=("secret",))
    with serving(create_app(settings, [echo_model()]), settings) as address:
        for page in visit(browser, address):
            expect(page.locator("#key-dialog")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator("#notes .bad")).to_contain_text("API key")
            with page.expect_response("**/v1/translate"):
                page.locator("#source").fill("Wait.")
            expect(page.locator("#notes .bad")).to_contain_text("is needed")
            expect(page.locator("#key-dialog")).to_be_hidden()
            page.locator("#key-button").click()
            page.locator("#key-cancel").click()
            page.locator("#key-button").click()
            page.locator("#key").fill("secret")
            page.locator("#key-dialog button.primary").click()
            translation(page).to_contain_text("Wait.")


def test_cancel_after_a_key_was_given_keeps_it(browser: Browser, tmp_path: Path) -> None:
    settings = echo_settings(tmp_path, keys=("secret",))
    with serving(create_app(settings, [echo_model()]), settings) as address:
        for page in visit(browser, address):
            give_key(page)
            page.locator("#key-button").click()
            page.locator("#key").fill("wrong")
            page.locator("#key-cancel").click()
            page.locator("#source").fill("Wait.")
            translation(page).to_have_text("Wait.")
