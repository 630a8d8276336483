"""The tables of RESULTS.md: how long engines take, as multiples of the same gradients written by hand in NumPy.

    pip install -e '.[bench]'
    python tests/benchmarks/compare.py
    python tests/benchmarks/compare.py --only W1,W3,memory --rounds 21

The engines run in one process, in one thread, in turns; see `timing.py`. Peers that are not installed are left out.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path

import memory
import numpy
import peers
import startup
import timing
from workloads import WORKLOADS

OURS = "autograd_lab"
# Libraries read these when their process starts: one thread, and (glibc) memory that was freed stays with the process.
# Otherwise an engine pays for pages again at each step, or does not, depending on who was timed before it.
STEADY = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"),
    "MALLOC_TRIM_THRESHOLD_": str(2**32),
    "MALLOC_MMAP_THRESHOLD_": str(2**25),
}


def run_steadily():
    """Begin anew in a process that is `STEADY`, unless this is one."""
    if not STEADY.items() <= os.environ.items():
        sys.exit(subprocess.run([sys.executable, *sys.argv], env=os.environ | STEADY).returncode)


def main():
    run_steadily()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="workloads, memory, startup; with commas between them")
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    wanted = arguments.only.split(",") if arguments.only else [*WORKLOADS, "memory", "startup"]
    there = [name for name in peers.MODULES if name == OURS or peers.installed(name)]
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
    against = [name for name in engines if name == "torch"]
    heads = ["workload", "", "floor", "goal", *engines, *[f"{OURS} / {name}" for name in against]]
    rows = []
    for name, workload in workloads.items():
        print(name, end=" ", file=sys.stderr, flush=True)
        floor, _ = workload.floor(workload.data())
        steps = {peer: peers.prepare(engine, name) for peer, engine in engines.items()}
        found = timing.times({"floor": floor} | {peer: step for peer, step in steps.items() if step}, rounds)
        ratios = [number(timing.ratio(found[peer], found["floor"])) if peer in found else "–" for peer in engines]
        to_torch = [number(timing.ratio(found[OURS], found[peer])) for peer in against]
        seconds = duration(statistics.median(found["floor"]))
        rows.append([name, workload.text, seconds, workload.goal, *ratios, *to_torch])
    print(file=sys.stderr)
    return table(heads, rows, left=2)


def memory_table(names):
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
    imports, gradients = startup.whole(["numpy", *names], rounds)
    rows = [
        [
            name,
            duration(statistics.median(imports[name])),
            number(timing.ratio(imports[name], imports["numpy"])),
            "" if name == "numpy" else duration(startup.own(name, rounds)),
            duration(statistics.median(gradients[name])),
            number(timing.ratio(gradients[name], gradients["numpy"])),
        ]
        for name in imports
    ]
    heads = ["start-up", "import", "× NumPy's", "own part, after NumPy's", "import and one gradient", "× NumPy's"]
    return table(heads, rows)


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
