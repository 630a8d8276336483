"""Runs seeds in a child process, since a few programs crash PyTorch itself: the next child goes on behind them."""

import faulthandler
import os
import pickle
import traceback

CRASHED = "PyTorch crashes"


def outcomes(seeds, work):
    """``(seed, work(seed))`` for each seed; ``work`` runs in a child, and where that dies, the outcome is `CRASHED`."""
    seeds = list(seeds)
    while seeds:
        done = 0
        for outcome in _of_child(seeds, work):
            yield seeds[done], outcome
            done += 1
        if done < len(seeds):
            yield seeds[done], CRASHED
        seeds = seeds[done + 1 :]


def _of_child(seeds, work):
    """What a child sends until it has finished, or died."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receiving)
        faulthandler.disable()  # that it crashed is told by the outcome
        os._exit(_sent(seeds, work, sending))
    os.close(sending)
    with os.fdopen(receiving, "rb") as pipe:
        while True:
            try:
                yield pickle.load(pipe)
            except EOFError:
                break
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) > 0:  # less than 0 is a crash
        raise RuntimeError("the work itself has failed, as told above")


def _sent(seeds, work, sending):
    """What the child does; 0, or 1 after an exception."""
    try:
        with os.fdopen(sending, "wb") as pipe:
            for seed in seeds:
                pickle.dump(work(seed), pipe)
                pipe.flush()
    except Exception:
        traceback.print_exc()
        return 1
    return 0
