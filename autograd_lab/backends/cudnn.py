"""``torch.backends.cudnn``: its switches can be set and read, and nothing happens."""

deterministic, benchmark, enabled, allow_tf32 = False, False, True, True


def is_available() -> bool:
    """Always False: this library runs on graphics cards only."""
    return False


def version() -> None:
    """None: the library is not here."""
