"""Runs random programs in PyTorch and in autograd_lab and tells what differs, one example for each cause.

Run it with an interpreter that has ``torch==2.13.0`` (CPU)::

    python tests/tools/run_random_programs.py --seeds 0:20000
    python tests/tools/run_random_programs.py --seeds 17:18 --show    # one program, and all that differs
"""

import argparse
import collections
import dataclasses
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "helpers"))
sys.path.insert(0, str(Path(__file__).parents[1] / "parity"))
sys.path.insert(0, str(Path(__file__).parents[1] / "random_programs"))

from crash_proof import CRASHED, outcomes  # the tests' own helpers, found through the lines above
from judging import compared, judged
from random_program import program_of
from shrinking import cause, shrunk


def main():
    """Run the seeds that the command line names."""
    parser = argparse.ArgumentParser(description="Compare random programs in PyTorch and in autograd_lab.")
    parser.add_argument("--seeds", default="0:1000", help="first:last, the last one not included")
    parser.add_argument("--show", action="store_true", help="print each program and all its differences")
    parser.add_argument("--examples", type=int, default=100, help="at most so many causes are shown")
    options = parser.parse_args()
    import torch

    torch.set_num_threads(1)
    torch.set_warn_always(True)
    first, last = map(int, options.seeds.split(":"))
    if options.show:
        return [show(torch, seed) for seed in range(first, last)]
    return report(*collected(torch, range(first, last)), options.examples)


def show(torch, seed):
    """One program and what differs in it."""
    program = program_of(seed)
    print(
        f"# seed {seed}, {program.real}, {'watched' if program.watched else 'looked at in the end'}\n{program.text}\n"
    )
    for one in compared(torch, program):
        print(f"{one.place} {program.statements[one.place]}")
        print(f"  {one.field}\n    torch {one.expected}\n    here  {one.actual}")
    print(judged(torch, program)[1] or "")


def collected(torch, seeds):
    """Causes with the programs that show them, departures with how often they were met, and the number of programs."""
    causes, met = collections.defaultdict(list), collections.Counter()
    start = time.monotonic()
    for seed, outcome in outcomes(seeds, lambda seed: differing(torch, seed)):
        found, departure = outcome[1:] if outcome != CRASHED else ([], f"{CRASHED} (seed {seed})")
        met[departure] += not found
        if found:
            causes[cause(*outcome[:2])].append((seed, *outcome[:2]))
    print(f"{len(seeds)} programs in {time.monotonic() - start:.0f} s")
    return torch, causes, met, len(seeds)


def differing(torch, seed):
    """The program of this seed, its differences, and the known departure that it met."""
    program = program_of(seed)
    found, departure = judged(torch, program)
    return (*closer(torch, program, found), departure) if found else (program, [], departure)


def closer(torch, program, found):
    """The program looked at after each statement, if it differs then, too: that tells which statement it was."""
    watched = dataclasses.replace(program, watched=True)
    again = judged(torch, watched)[0]
    return (watched, again) if again else (program, found)


def report(torch, causes, met, count, examples):
    """The share in agreement, the departures, and one shrunk program for each cause."""
    differing = sum(len(programs) for programs in causes.values())
    print(f"agree: {met[None]}, stopped by a known departure: {count - met[None] - differing}, differ: {differing}")
    print("departures:", ", ".join(f"{name} {times}" for name, times in met.most_common() if name) or "none")
    for programs in sorted(causes.values(), key=len, reverse=True)[:examples]:
        seed, program, found = min(programs, key=lambda one: len(one[1].statements))
        small = shrunk(torch, program, found)
        left = judged(torch, small)[0]
        print(f"\n## {len(programs)} programs, e.g. seed {seed} ({small.real}{', watched' if small.watched else ''})")
        print(small.text)
        for one in left[:3]:
            print(f"  at {one.place}, {one.field}\n    torch {one.expected}\n    here  {one.actual}")
    return differing


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
