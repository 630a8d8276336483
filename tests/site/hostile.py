"""A notebook by somebody who wants the teacher's browser to run a script: snippets, and where they can stand."""

import base64

import nbformat

RUN = "window.caught = (window.caught || 0) + 1"
DATA_PAGE = "data:text/html;base64," + base64.b64encode(f"<script>{RUN}</script>".encode()).decode()
SVG_SCRIPT = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{RUN}"><script>{RUN}</script><circle r="9"/></svg>'

SNIPPETS = [
    f"<script>{RUN}</script>",
    f"<SCRIPT type=module>{RUN}</SCRIPT>",
    f"<scr<script>ipt>{RUN}</scr</script>ipt>",
    f"<script src='data:text/javascript,{RUN}'></script>",
    "<script src='//example.invalid/x.js'></script>",
    f'<img src=x onerror="{RUN}">',
    f'<img src=x OnErRoR\n=\n"{RUN}">',
    f"<img/src=x/onerror='{RUN}'>",
    f'<div onmouseover="{RUN}" onclick="{RUN}" style="position:fixed;inset:0">x</div>',
    f'<a id=go href="javascript:{RUN}">x</a>',
    f'<a href="JaVaScRiPt:{RUN}">x</a>',
    f'<a href="java\tscript:{RUN}">x</a>',
    f'<a href="&#106;avascript:{RUN}">x</a>',
    f'<a href="  &#1;javascript:{RUN}">x</a>',
    f'<a href="vbscript:{RUN}">x</a>',
    f'<a href="{DATA_PAGE}">x</a>',
    '<a href="#" ping="https://example.invalid" target=_blank>x</a>',
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    f'<iframe src="javascript:parent.{RUN}"></iframe>',
    f'<object data="{DATA_PAGE}"></object>',
    f'<embed src="{DATA_PAGE}">',
    f'<form action="javascript:{RUN}"><button formaction="javascript:{RUN}" autofocus onfocus="{RUN}">x</button>',
    f'<input autofocus onfocus="{RUN}">',
    f'<select autofocus onfocus="{RUN}"></select>',
    f'<details open ontoggle="{RUN}"><summary>x</summary></details>',
    f'<body onload="{RUN}">',
    f'<svg onload="{RUN}"><circle r="9"/></svg>',
    f"<svg><script>{RUN}</script></svg>",
    f'<svg><a xlink:href="javascript:{RUN}"><text y="20">x</text></a></svg>',
    f'<svg><animate onbegin="{RUN}" attributeName="x" dur="1s"/></svg>',
    f'<svg><set attributeName="href" to="javascript:{RUN}"/></svg>',
    f'<svg><foreignObject><img src=x onerror="{RUN}"></foreignObject></svg>',
    f"<svg><use href='data:image/svg+xml;base64,{base64.b64encode(SVG_SCRIPT.encode()).decode()}#x'/></svg>",
    f'<math><mtext><table><mglyph><style><img src=x onerror="{RUN}"></style></mglyph></table></mtext></math>',
    f'<noscript><p title="</noscript><img src=x onerror={RUN!r}>"></noscript>',
    f"<style>body {{ background: url(javascript:{RUN}); width: expression({RUN}) }} .site {{ display: none }}</style>",
    f'<p style="background: url(javascript:{RUN}); width: expression({RUN}); position: fixed">x</p>',
    f'<link rel=stylesheet href="data:text/css,.site{{display:none}}"><link rel=import href="{DATA_PAGE}">',
    f'<meta http-equiv="refresh" content="0;url=javascript:{RUN}">',
    '<base href="https://example.invalid/">',
    f'<video><source onerror="{RUN}"></video><audio src=x onerror="{RUN}"></audio>',
    f'<marquee onstart="{RUN}">x</marquee>',
    f"<template><script>{RUN}</script></template><xmp><script>{RUN}</script></xmp>",
    f"<!--[if true]><script>{RUN}</script><![endif]--><!-- --!><script>{RUN}</script>",
    f'<div data-agl-output="000000000000"></div><script>{RUN}</script>',
    '<div class="answer" data-told="e30="></div>',
    f'<span class="tex">\\href{{javascript:{RUN}}}{{x}}</span>',
    f"</section></main></div><script>{RUN}</script>",
]
"""As they stand in a Markdown cell, or in an output that is HTML or SVG."""

WORDS = [
    f"[x](javascript:{RUN.replace(' ', '')})",
    f"[x](<javascript:{RUN}>)",
    f"![x]({DATA_PAGE})",
    "[x][y]\n\n[y]: javascript:caught=1",
    "<javascript:caught=1>",
    f'![" onerror="{RUN}](x "\\" onerror=\\"{RUN}")',
    f"$<img src=x onerror='{RUN}'>$ and $$</span><script>{RUN}</script>$$",
    f"```html\n<script>{RUN}</script>\n```",
    f'```"><img/src=x/onerror="{RUN}">\nx\n```',
    f"# <img src=x onerror='{RUN}'> heading",
    f'<img src=x\n\nonerror="{RUN}">',
]
"""Markdown's own ways."""

PICTURE = base64.b64encode(b"\x89PNG").decode()


def notebook(title: str = "A lesson") -> bytes:
    """All of it, in every place."""
    new = nbformat.v4
    made = new.new_notebook()
    made.cells.append(new.new_markdown_cell(f"# {title}"))
    made.cells.append(new.new_markdown_cell(f"**After this lesson you can** {SNIPPETS[5]} and <script>{RUN}</script>"))
    made.cells += [new.new_markdown_cell(text) for text in SNIPPETS + WORDS]
    made.cells += [new.new_raw_cell(text, metadata={"raw_mimetype": "text/html"}) for text in SNIPPETS[:3]]
    for text in SNIPPETS:
        made.cells.append(new.new_code_cell(text, outputs=outputs(text)))
    made.cells.append(new.new_code_cell("1", metadata={"place": f'x"><script>{RUN}</script>', "without_source": True}))
    made.cells.append(new.new_markdown_cell("x", metadata={"place": f'x"><script>{RUN}</script>'}))
    made.metadata = {
        "language_info": {"name": SNIPPETS[0], "pygments_lexer": SNIPPETS[5], "file_extension": SNIPPETS[0]},
        "kernelspec": {"name": SNIPPETS[0], "display_name": SNIPPETS[0], "language": SNIPPETS[5]},
        "title": SNIPPETS[0],
        "authors": [{"name": SNIPPETS[0]}],
    }
    return nbformat.writes(made).encode()


def outputs(text: str) -> list:
    """The outputs of a cell that say this, of every kind."""
    new = nbformat.v4.new_output
    kinds = ("text/html", "image/svg+xml", "text/markdown", "text/latex", "text/plain", "application/javascript")
    data = [{kind: text} for kind in kinds]
    data += [{"image/png": f'{PICTURE}"><script>{RUN}</script>'}, {"image/jpeg": f'" onerror="{RUN}'}]
    data.append({"text/html": text, "text/plain": text, "image/png": PICTURE})
    return [
        *(new("display_data", one) for one in data),
        new("execute_result", {"text/html": text}, execution_count=1, metadata={"text/html": {"isolated": True}}),
        new("stream", name="stdout", text=f"\x1b[31m{text}\x1b]8;;javascript:caught=1\x1b\\x"),
        new("error", ename=text, evalue=text, traceback=[text]),
    ]
