"""How a graph becomes a picture, in steps.

`groups` says which nodes are one box as long as it is closed, `inside` how a group looks inside (by `layout`),
`placing`, `wires` and `routes` where everything stands when some groups are open (`taken` and `badges`: texts on
arrows, states of boxes; `bundles`: what an arrow says that stands for several edges); `plan` is all of these.
`step_texts` reads what is written there at a step, `text_history` when it changes, `telling` what is said, and
`scene` is all of it together. `painter` draws scenes with matplotlib.
"""
