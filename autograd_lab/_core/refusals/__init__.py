"""Refusals: what PyTorch says of arguments that will not do, one file for each kind of operation.

A row names its refusal (``refuse=check_gather``), and every call asks it before it computes. So the table holds
formulas, and the words about wrong arguments stand here: those that learners meet, and what would otherwise give a
wrong number. NumPy refuses the rest, in the words of ``base/numpy_words.py``: for example shapes that do not broadcast.
"""
