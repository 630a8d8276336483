"""PyTorch's surface: the functions, members and error messages that programs written for PyTorch meet."""
