"""What the world calls, and what it is told.

* ``names`` brings the functions together, ``members`` what Tensor gets: ``methods``, ``operators``, ``attributes``, and
  the protocols of Python and NumPy (``python_protocol``, ``numpy_protocol``);
* ``row_functions`` makes functions and methods of rows, ``row_help`` their help, ``deferred`` puts that off;
* ``guards`` stand before hand-written functions; ``complaints`` are PyTorch's words about wrong arguments, by the
  signatures in ``signatures`` (``read_signatures``);
* ``number_limits`` and ``legacy_types`` are small questions and old names.
"""
