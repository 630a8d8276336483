"""Did something leave what only the garbage collector can free?"""

import contextlib
import gc


@contextlib.contextmanager
def no_garbage():
    """Fails if what happened inside left anything that only the garbage collector could free.

    What was there before, garbage or not, is frozen: the collector looks at the new objects alone. Over all
    that a whole run of the tests keeps alive, each look would take a sixth of a second.
    """
    gc.freeze()
    gc.disable()
    try:
        yield
        found = gc.collect()
    finally:
        gc.enable()
        gc.unfreeze()
    assert found == 0, f"{found} objects were reachable only from each other"
