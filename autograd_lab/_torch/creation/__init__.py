"""Making tensors: ``filled`` and ``rows`` with numbers of one kind, ``random`` ones, ``from_python`` lists, ``files``.

``factory`` has what all of these functions share: ``dtype``, ``requires_grad``, ``out``, sizes.
"""
