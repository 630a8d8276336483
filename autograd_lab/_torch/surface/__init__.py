"""What the world calls, and what it is told.

* ``names`` brings the functions together, ``methods`` what Tensor gets, with its ``attributes`` and the protocols of
  Python and NumPy (``python_protocol``, ``numpy_protocol``);
* ``row_functions`` makes functions and methods of rows, with their help;
* ``guards`` stand before hand-written functions; ``signature_errors`` are PyTorch's words about wrong arguments, by the
  signatures in ``signatures`` (``read_signatures``), or by annotations (``annotated``); ``out`` is written by a guard;
* ``machine`` and ``legacy_types`` are small questions and old names.
"""
