"""The lessons as web pages that need no kernel, no server and no network.

    autograd-lab site DIR

`command` is what stands behind that line, `build` makes the files, `folder` writes them (and only into a folder that is
empty or was written by it). A page is a lesson as nbconvert renders it by the template beside this file
(`lesson_page`), inside a frame that all pages share (`frame`). `cells` says what each cell of a notebook becomes:
steppers are self-contained HTML already, a prediction becomes its form (`answer_form`) with every reply worked out
beforehand (`replies`), and an exercise in code gets its hints and a way to a kernel (`code_exercise`). `search_page`
lists the misconceptions, and `landing_page` the lessons.
"""
