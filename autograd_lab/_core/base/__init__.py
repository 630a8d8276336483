"""The ground floor: what knows no tensor, and rests on nothing but NumPy.

* number types: ``dtypes`` (and ``dtype_names``, their public names), ``device``, ``printing``, ``return_types``;
* random numbers: ``generator`` has the stream of words, ``draws`` makes numbers of them, ``cephes`` rounds as PyTorch;
* memory under a view: ``strided``;
* the switches of a thread, and its count of nodes: ``state``;
* what a learner is told: ``errors`` (texts), ``tracebacks``, ``learners_line``, ``left_out`` with its list of names.
"""
