"""Refusals: what PyTorch says of arguments that will not do, one file for each file of the table.

A row names its refusal (``refuse=check_index_add``), and every call asks it before it computes. So the table holds
formulas, and the words about wrong arguments stand here, in PyTorch's order: where two things are wrong, the learner
hears of the one that PyTorch would name. Shapes that do not broadcast: ``base/numpy_words.py``.
"""
