"""The page in a real browser: Chromium without a window, driven by Playwright."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

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


def hold(page: Page, pattern: str) -> list[Route]:
    """The requests that come from now on, unanswered."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    return held


def let_go(page: Page, held: list[Route]) -> None:
    """Answer the first request that is held, once it has come."""
    for _ in range(1000):
        if held:
            break
        page.wait_for_timeout(10)
    held[0].continue_()


def refuse(page: Page, pattern: str, status: int = 503) -> None:
    page.route(pattern, lambda route: route.fulfill(status=status, json={"error": "out of order"}))


def terms(page: Page) -> Any:
    return page.locator("#terms .source").evaluate_all("fields => fields.map(field => field.value)")


def paste(page: Page, text: str) -> None:
    page.locator("#paste-terms").click()
    page.locator("#paste-text").fill(text)
    page.locator("#paste-dialog button.primary").click()


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
    paste(page, "print job\tAuftrag\nbutton\tKnopf|Taste\n")
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


FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def test_without_storage_everything_works_until_the_page_is_left(page: Page) -> None:
    for storage in (FULL, FORBIDDEN):
        page.add_init_script(storage)
        page.reload()
        page.locator("#theme").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        page.locator("#source").fill("Printing")
        translation(page).to_have_text("Drucken", timeout=60_000)
        kept = "async () => (await import('/web/memory.js')).recall('stencil-text').text"
        assert page.evaluate(kept) == "Printing"


def test_what_is_typed_before_the_models_are_known_stays(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    held = hold(page, "**/v1/models")
    page.reload()
    expect(page.locator("#source")).to_have_value(EXAMPLE)
    page.locator("#source").fill("Printing")
    let_go(page, held)
    expect(page.locator("#to option")).not_to_have_count(0)
    expect(page.locator("#source")).to_have_value("Printing")
    translation(page).to_have_text("Drucken")


def test_a_kept_text_outlives_a_cancelled_key(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.route("**/frontend/settings", lambda route: route.fulfill(json={"keyRequired": True}))
    page.reload()
    page.locator("#key-cancel").click()
    page.locator("#translate").click()
    page.unroute("**/frontend/settings")
    page.reload()
    expect(page.locator("#source")).to_have_value(EXAMPLE)
    expect(page.locator("#markup :checked")).to_have_value("html")


def test_what_a_button_replaced_comes_back(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.locator("#terms .source").first.fill("Printing")
    page.locator("#add-term").click()
    page.keyboard.type("half")
    page.locator("#source").fill("Printing")
    translation(page).to_have_text("Druckauftrag")
    mine, example, none = ["Printing", "mail merge", "half"], ["print job", "mail merge"], [""]
    for button, line, text, there in (
        ("#example", "#message", EXAMPLE, example),
        ("#clear-terms", "#glossary-message", "Printing", none),
    ):
        page.locator(button).click()
        undo = page.locator(f"{line} button")
        for seen in ((text, there), ("Printing", mine), (text, there)):
            assert (page.locator("#source").input_value(), terms(page)) == seen
            undo.click()
        expect(undo).to_be_focused()
    translation(page).to_have_text("Druckauftrag")


def test_half_typed_terms_stay_when_others_are_pasted(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.locator("#add-term").click()
    page.keyboard.type("half")
    paste(page, "print job\tAuftrag\nbutton\tKnopf\n")
    expect(page.locator("#terms tr")).to_have_count(4)
    assert terms(page) == ["print job", "mail merge", "half", "button"]
    for removed, focused in (("mail merge", "Remove half"), ("half", "Remove button"), ("button", "Add a term")):
        page.get_by_role("button", name=f"Remove {removed}").click()
        expect(page.get_by_role("button", name=focused)).to_be_focused()


def test_a_late_answer_leaves_a_newer_text_alone(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    held = hold(page, "**/v1/translate")
    with page.expect_request("**/v1/translate"):
        page.locator("#source").fill("print job")
    page.locator("#source").fill("Printing")
    with page.expect_request("**/v1/translate"):
        held[0].continue_()
    expect(page.locator("#mirror .mark")).to_have_count(0)
    held[1].continue_()
    translation(page).to_have_text("Drucken")


def test_what_cannot_be_copied_is_selected_and_after_an_error_there_is_nothing(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("#copy").click()
    expect(page.locator("#status")).to_contain_text("selected")
    assert page.evaluate("getSelection().toString()") == TRANSLATED
    refuse(page, "**/v1/translate")
    page.locator("#translate").click()
    expect(page.locator("#notes .bad")).to_have_text("out of order")
    translation(page).to_be_empty()
    expect(page.locator("#stage .row, #mirror .mark, #terms .found")).to_have_count(0)
    page.locator("#copy").click()
    expect(page.locator("#status")).to_be_empty()


def test_a_text_is_sent_once(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.evaluate(
        """() => {
            const source = document.getElementById("source");
            source.value = "Printing";
            source.dispatchEvent(new Event("input"));
            document.getElementById("translate").click();
        }"""
    )
    page.locator("#paste-terms").click()
    page.keyboard.press("Control+Enter")
    translation(page).to_have_text("Drucken")
    page.wait_for_timeout(500)
    assert len(sent) == 1


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


def test_a_document_outlives_a_server_that_is_away(page: Page) -> None:
    failures = [lambda route: route.abort(), lambda route: route.fulfill(status=503)]
    page.route("**/v1/documents/*", lambda route: failures.pop()(route) if failures else route.continue_())
    page.locator("#files").set_input_files({"name": "a.md", "mimeType": "", "buffer": b"Printing"})
    expect(page.get_by_role("button", name="Download a.de.md")).to_be_visible(timeout=60_000)
    assert not failures


def tagged(count: int) -> dict[str, Any]:
    """An answer with so many tags."""
    constraints = [
        {"symbol": f"<{n}/>", "kind": "empty", "source": "<b/>", "target": "<b/>", "entry": None}
        | {"source_span": [5 * n, 5 * n + 4], "target_span": [5 * n, 5 * n + 4]}
        for n in range(count)
    ]
    free = ["", *[" "] * count]
    one = {"source": "<b/> " * count, "translation": "<b/> " * count, "constraints": constraints}
    one |= {"template": [tag["symbol"] for tag in constraints], "fragments": {"source": free, "target": free}}
    return {"model": "en-de", "notes": [], "translations": [one | {"status": "ok", "repairs": [], "notes": []}]}


def test_of_very_many_tags_the_first_are_drawn(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    page.route("**/v1/translate", lambda route: route.fulfill(json=tagged(2000)))
    page.locator("#source").fill("<b/> " * 2000)
    expect(page.locator("#caption")).to_contain_text("the first 200 of 2,000 symbols", timeout=60_000)
    for name, count in {"#target .mark": 2000, "#mirror .mark": 2000, "#stage path": 200, "#stage .mark": 200}.items():
        expect(page.locator(name)).to_have_count(count)


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


DROP = """isFile => {
    const data = new DataTransfer();
    if (isFile) data.items.add(new File([], "a.txt"));
    else data.items.add("text", "text/plain");
    const drop = () => new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
    return ["#source", "#paste-text", "#copy"].map(name => document.querySelector(name).dispatchEvent(drop()));
}"""
ATTRIBUTES = {
    "#source": {"dir": "auto", "lang": "en"},
    "#target": {"dir": "auto", "lang": "de"},
    "#stage": {"role": "group"},
    "#notes": {"aria-live": "polite"},
    "#jobs": {"aria-live": "polite"},
}


def test_what_browsers_and_readers_must_know_is_told(page: Page) -> None:
    translation(page).to_have_text(TRANSLATED, timeout=60_000)
    for name, attributes in ATTRIBUTES.items():
        for attribute, value in attributes.items():
            expect(page.locator(name)).to_have_attribute(attribute, value)
    page.locator("#from").select_option("de")
    expect(page.locator("#target")).to_have_attribute("lang", "en")
    expect(page.locator("#source")).to_have_attribute("lang", "de")
    assert page.evaluate(DROP, True) == [False] * 3
    assert page.evaluate(DROP, False) == [True] * 3


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


def test_api_page_says_what_is_wrong(page: Page, site: str) -> None:
    refuse(page, "**/openapi.json")
    page.goto(f"{site}/docs")
    expect(page.get_by_role("alert")).to_contain_text("out of order")


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
