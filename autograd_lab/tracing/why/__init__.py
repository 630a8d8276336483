"""Why a gradient is None, zero, nan or too large: the answer, with the line of the program that decides it."""
