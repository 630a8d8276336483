"""Backward passes that are wrong on purpose, or in another order, recorded like any other."""
