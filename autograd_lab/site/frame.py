"""What all pages have around their content: the head, the way to the other pages, and what is kept of the visitor."""

from collections.abc import Sequence
from html import escape

from .chapter import Chapter

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
<a href="misconceptions.html"{search}>Search by misconception</a>
</nav>
{steps}</header>
<main id="content">
{content}
</main>
<footer>
{steps}<p class="kept">What you answer stays in this browser and is sent nowhere.
<button type="button" id="forget">Forget my answers</button> <span id="forgotten" role="status"></span></p>
</footer>
</div>
<script src="assets/page.js"></script>
{scripts}</body>
</html>
"""
HERE = ' aria-current="page"'


def frame(title: str, content: str, book: Sequence[Chapter], here: Chapter | str, scripts: Sequence[str] = ()) -> str:
    """A whole page. ``here`` is the chapter, or the file of a page that is none; ``scripts`` are run at its end."""
    return PAGE.format(
        title=escape(title),
        content=content,
        home=HERE if here == "index.html" else "",
        search=HERE if here == "misconceptions.html" else "",
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
    return f'<a rel="{way}" href="{escape(chapter.page)}">{words.format(name)}</a>'
