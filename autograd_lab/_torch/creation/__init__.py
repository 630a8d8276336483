"""Making tensors: ``filled`` with numbers of one kind or in a row, ``random`` ones, ``from_python`` lists, ``files``.

``factory`` has what all of these functions share: ``dtype``, ``requires_grad``, ``out``, sizes.
"""
