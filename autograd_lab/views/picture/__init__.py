"""How a graph becomes a picture, in the order in which to read the files.

* `levels` and `groups`: which nodes are drawn as one box while it is closed.
* `layers` and `inside`: columns and rows of the boxes in one group.
* `boxes`, `placing`, `wires`, `routes`: sizes, places and arrows in pixels, given which groups are open; `layout` has
  the numbers. The browser does the same again in ``placing.js`` and ``routes.js``.
* `plan`: all of these together, and how a picture opens.
* `step_texts`: what each step writes into the picture, and how wide arrows are.
* `scene`: a plan with the texts of one step. `painter` draws a scene with matplotlib.
"""
