"""What a card says about one node: its rule with numbers, what it saved, what it received and what it sent.

`node_card` makes the panel that opens beside the stepper: cards, with pictures of large arrays. `slope_formula`
writes the slope of one input; it reads the formula of the row with `expression`. `substitute` puts numbers into a rule.
"""
