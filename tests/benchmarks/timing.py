"""Times of several steps, taken in turns in one process: ratios stay right while the machine's speed changes."""

import gc
import random
import statistics
import time

SAMPLE = 0.03  # seconds that one sample lasts, so that neither the clock nor the loop around the step is seen

clock = time.process_time  # what this process worked: other programs that run meanwhile do not count


def times(steps, rounds):
    """Seconds a step, one number a round, for each named step. In a round everyone is timed once, in random order."""
    counts = {name: enough(step) for name, step in steps.items()}
    order, found, rng = list(steps), {name: [] for name in steps}, random.Random(0)
    gc.collect()
    gc.freeze()  # the engines' own code is no part of what a step leaves to the collector
    for _ in range(rounds):
        rng.shuffle(order)
        for name in order:
            found[name].append(sample(steps[name], counts[name]) / counts[name])
    gc.unfreeze()
    return found


def sample(step, count):
    start = clock()
    for _ in range(count):
        step()
    return clock() - start


def enough(step):
    """How often a step has to be repeated to last a sample; this warms it up, too."""
    count = 1
    while sample(step, count) < SAMPLE:
        count *= 2
    return count


def ratio(ones, others):
    """The median of the ratios within each round."""
    return statistics.median(one / other for one, other in zip(ones, others, strict=True))
