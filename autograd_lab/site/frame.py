"""What all pages share: the head, the way to the other pages, what is kept of the visitor, and Markdown as HTML."""

import re
from collections.abc import Collection, Sequence
from html import escape

from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from .chapter import Chapter
from .safe import clean

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · autograd_lab</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/site.css">
</head>
<body>
<div class="site">
<a class="skip" href="#content">To the content</a>
<header>
<nav aria-label="site">
<a href="index.html"{home}>autograd_lab</a>
<a href="misconceptions.html"{claims}>Misconceptions</a>
<a href="derivatives.html"{table}>Every derivative</a>
<a href="search.html"{search}>Search</a>
</nav>
{steps}</header>
<main id="content">
{content}
</main>
<footer>
{steps}<p class="kept">Your answers stay in this browser. Nothing is sent.
<button type="button" id="forget">Forget my answers</button> <span id="forgotten" role="status"></span></p>
</footer>
</div>
<script src="assets/page.js"></script>
{scripts}</body>
</html>
"""
HERE = ' aria-current="page"'


def frame(title: str, content: str, book: Sequence[Chapter], here: Chapter | str, scripts: Sequence[str] = ()) -> str:
    """A whole page. ``here`` is the chapter, or the file of another page; ``scripts`` run at its end."""
    return PAGE.format(
        title=escape(title),
        content=content,
        home=HERE if here == "index.html" else "",
        claims=HERE if here == "misconceptions.html" else "",
        table=HERE if here == "derivatives.html" else "",
        search=HERE if here == "search.html" else "",
        steps=_steps(book, here) if isinstance(here, Chapter) else "",
        scripts="".join(f'<script src="assets/{name}"></script>\n' for name in scripts),
    )


def _steps(book: Sequence[Chapter], here: Chapter) -> str:
    """The lesson before and the one after."""
    place = book.index(here)
    before = book[place - 1] if place else None
    after = book[place + 1] if place + 1 < len(book) else None
    links = [_link(before, "prev", "← {}"), _link(after, "next", "{} →")]
    return f'<nav class="steps" aria-label="lessons">{" ".join(filter(None, links))}</nav>\n'


def _link(chapter: Chapter | None, way: str, words: str) -> str:
    if chapter is None:
        return ""
    name = escape(f"{chapter.number} {chapter.title}".strip())
    return f'<a rel="{way}" href="{escape(chapter.address)}">{words.format(name)}</a>'


WIDE = {
    "<table>": '<div class="wide" tabindex="0" role="region" aria-label="table"><table>',
    "</table>": "</table></div>",
    "<pre><code": '<pre tabindex="0"><code',
    '<div class="highlight">': '<div class="highlight" tabindex="0" role="region" aria-label="code">',
}
"""What may be too wide for a phone is moved in a box of its own, by keyboard, too."""


class _Renderer(IPythonRenderer):
    """Formulas marked as such, links between the lessons led to their pages, and a lesson's headings with ids."""

    def __init__(self, pages: Collection[str]):
        super().__init__(escape=False, exclude_anchor_links=True)
        self.pages = pages

    def heading(self, text: str, level: int, **attributes: object) -> str:
        name = re.sub(r"\W+", "-", re.sub(r"<[^>]+>|&\w+;", "", text)).strip("-").lower()
        named = f' id="at-{name}"' if self.pages else ""
        return f"<h{level}{named}>{text}</h{level}>\n"

    def inline_math(self, body: str) -> str:
        return f'<span class="tex">{escape(body)}</span>'

    def block_math(self, body: str) -> str:
        return f'<span class="tex block">{escape(body)}</span>'

    def link(self, text: str, url: str, title: str | None = None) -> str:
        name, mark, place = url.partition("#")
        if "://" in url or not name.endswith(".ipynb"):
            return super().link(text, url, title)
        page = f"{name.removesuffix('.ipynb')}.html"
        return super().link(text, page + mark + place, title) if page in self.pages else text


def to_html(source: str, pages: Collection[str]) -> str:
    """``source`` as HTML, its formulas left for ``static/page.js`` to draw. A link to a notebook that is
    not among the site's ``pages`` becomes its words alone.
    """
    html = clean(MarkdownWithMath(renderer=_Renderer(pages)).render(source))
    for plain, boxed in WIDE.items():
        html = html.replace(plain, boxed)
    return html
