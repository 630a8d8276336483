"""A page made of somebody else's notebook runs no script but ours, and still shows their pictures and words."""

import base64
import gzip
import json
import re
from html.parser import HTMLParser

import hostile
import nbformat
import pytest
from each_case import every_case
from site_pages import NUMBERS, page, site
from walking import STEPPER, go_to_the_end

import autograd_lab as al
from autograd_lab import cli, views
from autograd_lab.site import front_page, shipped
from autograd_lab.site.build import pages
from autograd_lab.site.chapter import Chapter
from autograd_lab.site.lesson_page import lesson_page

BAD_TAGS = {"base", "embed", "form", "iframe", "marquee", "math", "noscript", "object", "template", "video", "xmp"}
ADDRESSES = {
    "action",
    "background",
    "cite",
    "data",
    "formaction",
    "href",
    "poster",
    "src",
    "srcset",
    "to",
    "xlink:href",
}
SCHEMES = re.compile(r"(javascript|vbscript|data):(?!image/|,$)", re.IGNORECASE)


class Dangers(HTMLParser):
    """What could run, on a page."""

    def __init__(self, text: str):
        super().__init__()
        self.found: list[str] = []
        self.scripts: list[str] = []
        self.inside = None
        for own in (
            front_page.SEARCH,
            front_page._question()[1],
        ):  # the first page's own box and picture, to the letter
            text = text.replace(own, "")
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.inside = tag
        if tag in BAD_TAGS or (tag in ("link", "meta", "body") and self.getpos()[0] > 13):
            self.found.append(f"<{tag}>")
        for name, value in attributes:
            if name.startswith("on") or name in ("srcdoc", "ping"):
                self.found.append(f"<{tag} {name}={value!r}>")
            if name in ADDRESSES and SCHEMES.match(re.sub(r"[\x00-\x20]", "", value or "")):
                self.found.append(f"<{tag} {name}={value!r}>")
            if name == "style" and re.search(r"url|expression|position|@|\\", value or ""):
                self.found.append(f"<{tag} style={value!r}>")
        if tag == "script" and dict(attributes).get("src", "assets/").partition("/")[0] != "assets":
            self.found.append(f"<script {attributes}>")

    def handle_data(self, data):
        if self.inside == "script" and data.strip():
            self.scripts.append(data)
        if self.inside == "style" and hostile.RUN in data:
            self.found.append(data)

    def handle_endtag(self, tag):
        self.inside = None


def made(content: bytes, name: str = "07_theirs.ipynb") -> dict[str, str]:
    """The pages of a site of this one notebook."""
    files = pages([shipped.Lesson(name, content)], None)
    return {name: text.decode() for name, text in files.items() if name.endswith(".html")}


def of_cells(*cells) -> str:
    """The page of these cells."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# Theirs"), *cells])
    chapter = Chapter(shipped.Lesson("07_theirs.ipynb", nbformat.writes(book).encode()), book, {})
    return lesson_page(chapter, [chapter], None)[0]


def shown(**data) -> str:
    """The page of one output."""
    data = {{"html": "text/html", "svg": "image/svg+xml"}[kind]: text for kind, text in data.items()}
    output = nbformat.v4.new_output("display_data", data)
    return of_cells(nbformat.v4.new_code_cell("1", outputs=[output]))


def test_a_snippet_is_harmless_wherever_it_stands():
    words = nbformat.v4.new_markdown_cell
    with every_case() as case:
        for text in hostile.SNIPPETS:
            code = nbformat.v4.new_code_cell(text, outputs=hostile.outputs(text))
            with case(text):
                found = Dangers(of_cells(words(text), words(f"words {text} words"), code))
                assert (found.found, found.scripts) == ([], [])
        for text in hostile.WORDS:
            with case(text):
                found = Dangers(of_cells(words(text)))
                assert (found.found, found.scripts) == ([], [])


@pytest.mark.nightly
def test_the_whole_notebook_with_its_metadata_and_its_title():
    with every_case() as case:
        for title in ["A lesson", *hostile.SNIPPETS[:8]]:
            book = nbformat.reads(hostile.notebook(title).decode(), as_version=4)
            if title != "A lesson":
                del book.cells[2:]  # the title and the goal are what other pages show
            theirs = nbformat.writes(book).encode()
            for name, text in made(theirs, f'07_"><img src=x onerror={hostile.RUN!r}>.ipynb').items():
                with case(title, name):
                    found = Dangers(text)
                    assert (found.found, found.scripts) == ([], [])


@pytest.mark.nightly
def test_the_name_of_a_file_is_no_scheme():
    texts = made(hostile.notebook(), "javascript:alert(1).ipynb")
    assert not any(re.search(r'<[^>]*(href|src)="javascript:', text) for text in texts.values())
    assert 'href="javascript%3Aalert%281%29.html"' in texts["index.html"]


# ----- what must go on ------------------------------------------------------------------------------------------------
def test_our_own_pages_hold_what_they_held():
    """The steppers' scripts, the tables' style, the questions."""
    for name, text in site().items():
        if name.endswith(".html"):
            assert Dangers(text.decode()).found == [], name
    for number, lesson in zip(NUMBERS, shipped.shipped_lessons(), strict=True):
        stored = lesson.content.decode().count("</script>\\n")
        assert len(Dangers(page(number)).scripts) == stored, number
    assert 'class="agl-sheet"' in page("02") and "data-told" in page("02")


def stepper_output() -> str:
    x = al.ones(1, requires_grad=True)
    with al.record() as trace:
        (x * 2).sum().backward()
    return views.stepper(trace)._repr_mimebundle_()[0]["text/html"]


def packed(code) -> str:
    return base64.b64encode(gzip.compress(json.dumps(code).encode())).decode()


@pytest.mark.nightly
def test_a_stepper_is_known_by_every_letter_but_its_state():
    html = stepper_output()
    assert html.partition("<script>")[2] in shown(html=html)
    picture = html.partition("</div>")[0].partition('<img alt="')[2]
    changes = {
        "another line": html.replace("el.replaceChildren();", f"{hostile.RUN};"),
        "another code": re.sub('atob."([^"]*)', f'atob("{packed(["", hostile.RUN])}', html),
        "no code": re.sub('atob."([^"]*)', 'atob("QUJD', html),
        "more behind it": html + f"<script>{hostile.RUN}</script>",
        "more before it": f"<script>{hostile.RUN}</script>" + html,
        "no data": re.sub(r"const state = .*, listeners", f"const state = {hostile.RUN}, listeners", html),
        "data and more": html.replace(", listeners = {};", f", more = ({hostile.RUN}), listeners = {{}};", 1),
        "a text that ends the script": re.sub(
            r'"title":"[^"]*"',
            lambda found: rf'"title":"\</script>\<img src=x onerror={hostile.RUN!r}>"',
            html,
            count=1,
        ),
        "another place": html.replace(':not([data-alive])")', f':not([data-alive])") || ({hostile.RUN})', 1),
        "a picture that ends": html.replace(picture, f'x" onerror="{hostile.RUN}'),
        "another style": html.replace("<script>", "<style>@import '//example.invalid';</style><script>", 1),
    }
    for what, text in changes.items():
        found = Dangers(shown(html=text))
        run = [script for script in found.scripts if hostile.RUN in script or script not in html]
        assert (what, found.found, run) == (what, [], []) and text != html
    assert '<img alt="' + picture.rstrip(">") in shown(html=changes["another line"]), "the picture stays"


def letters(html: str) -> str:
    """What counts, however it is written."""
    return re.sub(r"[;/\s]", "", html).lower()


HARMLESS = [
    '<table class="dataframe"><thead><tr><th style="text-align: right;">a</th></tr></thead></table>',
    '<p><b>bold</b> <em>words</em> <code>x</code> <sub>1</sub> <a href="https://example.org/a?b=1#c">there</a></p>',
    '<img alt="drawn" src="data:image/png;base64,iVBORw0KGgo=" width="20">',
    '<svg viewBox="0 0 9 9"><linearGradient id="a"></linearGradient><path d="M0 0L9 9" stroke="red"></path></svg>',
    "<details><summary>more</summary>words</details>",
]


def test_harmless_html_stays():
    with every_case() as case:
        for text in HARMLESS:
            for place in (shown(html=text), of_cells(nbformat.v4.new_markdown_cell(text))):
                with case(text):
                    assert letters(text) in letters(place)


def test_a_table_of_pandas_shows_no_style_as_words():
    text = shown(
        html="<div><style scoped>\n .dataframe { color: red }\n</style><table><tr><td>1</td></tr></table></div>"
    )
    assert ".dataframe" not in text and "<td>1</td>" in text


def test_an_svg_picture_is_an_image():
    text = shown(svg=hostile.SVG_SCRIPT)
    found = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', text)[1]
    assert base64.b64decode(found).decode() == hostile.SVG_SCRIPT, "a browser runs no script in it"


def test_formulas_links_and_pictures_in_words_stay():
    text = of_cells(
        nbformat.v4.new_markdown_cell(
            "$a < b$ and $$x^2$$\n\n"
            "[a](https://example.org) <https://example.org> [b](#place) ![c](data:image/png;base64,iV)"
        )
    )
    assert '<span class="tex">$a &lt; b$</span>' in text or '<span class="tex">a &lt; b</span>' in text
    assert text.count('href="https://example.org"') == 2 and 'href="#place"' in text
    assert 'src="data:image/png;base64,iV"' in text


@pytest.mark.nightly
def test_from_a_learners_folder(tmp_path, capsys):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "07_theirs.ipynb").write_bytes(hostile.notebook())
    assert cli.main(["site", str(tmp_path / "pages"), "--from", str(theirs)]) == 0
    for file in (tmp_path / "pages").glob("*.html"):
        found = Dangers(file.read_text(encoding="utf-8"))
        assert (file.name, found.found, found.scripts) == (file.name, [], [])


@pytest.mark.browser
def test_a_browser_runs_none_of_it_and_our_own_goes_on(chromium, tmp_path):
    theirs = nbformat.reads(hostile.notebook().decode(), as_version=4)
    output = nbformat.v4.new_output("display_data", {"text/html": stepper_output()})
    theirs.cells.append(nbformat.v4.new_code_cell("1", outputs=[output]))
    asks = nbformat.reads(shipped.shipped_lessons()[0].content.decode(), as_version=4)
    theirs.cells += asks.cells[1:]
    files = pages([shipped.Lesson("00_theirs.ipynb", nbformat.writes(theirs).encode())], None)
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    page = chromium.new_page()
    page.on("dialog", lambda dialog: pytest.fail("a dialog"))
    page.goto((tmp_path / "00_theirs.html").as_uri())
    # Whoever hovers, clicks or tabs through it all runs nothing either.
    page.evaluate("""() => { for (const one of document.querySelectorAll("main *")) {
        for (const kind of ["mouseover", "focus", "load", "error", "toggle", "begin"])
            one.dispatchEvent(new Event(kind));
        if (one.closest("a")?.href?.toString().match(/^(java|vb|data)/)) one.dispatchEvent(new MouseEvent("click"));
    } }""")
    page.wait_for_timeout(300)
    assert page.evaluate("window.caught") is None
    handlers = "all => all.flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith('on'))"
    assert page.locator("main *").evaluate_all(handlers) == []
    stepper = page.locator(STEPPER).first
    go_to_the_end(stepper)
    assert " / " in stepper.locator(".count").inner_text()
    assert page.locator(".agl-submit").count() > 3 and page.locator(".tex math, .tex *").count()
    page.close()


def test_the_test_sees_what_it_looks_for():
    for text in [*hostile.SNIPPETS[5:7], *hostile.SNIPPETS[8:24]]:
        assert Dangers("\n" * 20 + text).found, text
    assert Dangers(hostile.SNIPPETS[0]).scripts
