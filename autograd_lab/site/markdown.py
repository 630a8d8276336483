"""A lesson's Markdown as HTML. Its formulas are left for the page to draw: see ``static/page.js``."""

from collections.abc import Collection
from html import escape

from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

WIDE = {
    "<table>": '<div class="wide" tabindex="0" role="region" aria-label="table"><table>',
    "</table>": "</table></div>",
    "<pre><code": '<pre tabindex="0"><code',
    '<div class="highlight">': '<div class="highlight" tabindex="0" role="region" aria-label="code">',
}
"""What may be too wide for a phone is moved in a box of its own, by keyboard, too."""


class _Renderer(IPythonRenderer):
    """Formulas marked as such, and links between the lessons led to their pages."""

    def __init__(self, pages: Collection[str]):
        super().__init__(escape=False, exclude_anchor_links=True)
        self.pages = pages

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
    """``source`` as HTML; ``pages`` are the site's: a link to the notebook of another one becomes its words alone."""
    html = MarkdownWithMath(renderer=_Renderer(pages)).render(source)
    for plain, boxed in WIDE.items():
        html = html.replace(plain, boxed)
    return html
