"""The table of README: how long engines take, as multiples of the same gradients written by hand in NumPy.

    pip install -e '.[bench]'
    python tests/benchmarks/compare.py
    python tests/benchmarks/compare.py --only W1,W3,memory --rounds 21

Everything runs in one process, in one thread, in turns; see `timing.py`. Peers that are not installed are left out.
"""

import argparse
import os
import platform
import statistics
import sys
from pathlib import Path

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
OURS = "autograd_lab"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="workloads, memory, startup; with commas between them")
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    os.environ.update(ONE_THREAD)  # NumPy reads this when it is imported, so it and what needs it come after
    import peers
    from workloads import WORKLOADS

    wanted = arguments.only.split(",") if arguments.only else [*WORKLOADS, "memory", "startup"]
    there = [name for name in peers.MODULES if peers.installed(name)]
    missing = [name for name in peers.MODULES if name not in there]
    if missing:
        print(f"not installed, so left out: {', '.join(missing)}", file=sys.stderr)
    print(setting(there, arguments.rounds))
    workloads = {name: workload for name, workload in WORKLOADS.items() if name in wanted}
    if workloads:
        print("\n" + speed(workloads, {name: peers.load(name) for name in there}, arguments.rounds))
    if "memory" in wanted:
        print("\n" + memory_table(there))
    if "startup" in wanted:
        print("\n" + startup_table(there, arguments.rounds))


# ----- the tables -----------------------------------------------------------------------------------------------------
def setting(names, rounds):
    import numpy
    import peers

    versions = [f"Python {platform.python_version()}", f"NumPy {numpy.__version__}"]
    versions += [f"{name} {peers.version_of(name)}" for name in names]
    return (
        f"{processor()}, {platform.system()}, one thread, CPU time, medians of {rounds} rounds; {', '.join(versions)}."
    )


def processor():
    """The name of the processor, as far as the system tells it."""
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def speed(workloads, engines, rounds):
    import peers
    import timing

    against = [name for name in engines if name == "torch"]
    heads = ["workload", "", "floor", *engines, *[f"{OURS} / {name}" for name in against], f"goal for {OURS}"]
    rows = []
    for name, workload in workloads.items():
        print(name, end=" ", file=sys.stderr, flush=True)
        floor, _ = workload.floor(workload.data())
        steps = {peer: peers.prepare(engine, name) for peer, engine in engines.items()}
        found = timing.times({"floor": floor} | {peer: step for peer, step in steps.items() if step}, rounds)
        ratios = [number(timing.ratio(found[peer], found["floor"])) if peer in found else "–" for peer in engines]
        to_torch = [number(timing.ratio(found[OURS], found[peer])) for peer in against]
        rows.append(
            [name, workload.text, duration(statistics.median(found["floor"])), *ratios, *to_torch, workload.goal]
        )
    print(file=sys.stderr)
    return table(heads, rows, left=2)


def memory_table(names):
    import memory

    heads = [
        "memory",
        "bytes a node, traced",
        "resident",
        "left to the cycle collector",
        "1,000,000 nodes, 64 KiB of stack",
    ]
    rows = []
    for name in names:
        held = memory.ask("held", name)
        traced = "(in C++)" if name == "torch" else f"{held['traced']:,.0f}"
        rows.append([name, traced, f"{held['resident']:,.0f}", f"{held['left']:,}", memory.ask("long", name)])
    return table(heads, rows)


def startup_table(names, rounds):
    import startup
    import timing

    found = startup.whole(["numpy", *names], rounds)
    rows = [
        [
            name,
            duration(statistics.median(seconds)),
            number(timing.ratio(seconds, found["numpy"])),
            "" if name == "numpy" else duration(startup.own(name, rounds)),
        ]
        for name, seconds in found.items()
    ]
    return table(["start-up", "whole process", "× NumPy's", "own import, after NumPy's"], rows)


# ----- writing --------------------------------------------------------------------------------------------------------
def number(value):
    """Three digits, as far as they go."""
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:,.0f}"


def duration(seconds):
    for size, unit in ((1, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{number(seconds / size)} {unit}"
    return f"{number(seconds * 1e6)} µs"


def table(heads, rows, left=1):
    """Markdown, with the first columns to the left and numbers to the right."""
    rule = ["---"] * left + ["---:"] * (len(heads) - left)
    return "\n".join("| " + " | ".join(map(str, cells)) + " |" for cells in (heads, rule, *rows))


if __name__ == "__main__":
    main()
