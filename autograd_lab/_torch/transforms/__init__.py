"""What stands behind ``torch.func``: derivatives of functions (``derivatives``), loops over a batch (``vmapping``)."""
