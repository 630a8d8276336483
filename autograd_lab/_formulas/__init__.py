"""Forwards and rules that are longer than a line, by subject.

Like the rules in the table, the ones used in backward run on arrays and on Tensors alike: they use operators, and NumPy
functions that Tensors answer to. PyTorch: torch/csrc/autograd/FunctionsManual.cpp.
"""
