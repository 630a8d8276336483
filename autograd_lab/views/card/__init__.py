"""What is said about one node: its rule with the numbers put in, what it saved, what came and what went.

`node_card` is the card, and `node_panel` all that stands beside a picture when a node is chosen. `slope_formula`
reads a rule (`tex_reader`, `expression`), `substitute` puts the numbers in, `value_names` says what they are called,
and `value_picture` shows large ones. `saved_values` tells the same for all nodes: what is kept, and what is freed.
"""
