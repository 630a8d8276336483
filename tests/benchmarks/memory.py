"""What a graph costs in memory, and whether a long one can be dropped. Each question gets a process of its own.

python tests/benchmarks/memory.py held autograd_lab
"""

import contextlib
import gc
import json
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path

import peers
from workloads import chain, chain_data

NODES = 100_000
LONG = 1_000_000
SMALL_STACK = 64 * 1024
TIMEOUT = 300


def ask(question, peer):
    """The answer of one of the functions below; the kind of failure, as text, where there is none."""
    command = [sys.executable, __file__, question, peer]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return "too slow"
    if done.returncode < 0:
        return "crash"
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.splitlines()[-1].partition(":")[0]


def held(peer):
    """For a chain of scalars: bytes a node, and how many objects only the cycle collector could free."""
    peer.graph(chain, chain_data(10))()  # imports and caches of the first call are no part of a graph
    gc.collect()
    gc.freeze()
    gc.disable()
    before = resident()
    backward = peer.graph(chain, chain_data(NODES))
    in_ram = resident() - before
    with contextlib.suppress(RecursionError):
        backward()
    del backward
    left = gc.collect()

    tracemalloc.start()
    graph = peer.graph(chain, chain_data(NODES))
    traced, _ = tracemalloc.get_traced_memory()
    del graph
    return {"traced": traced / NODES, "resident": in_ram / NODES, "left": left}


def long(peer):
    """Whether a chain of a million nodes is built, run and dropped in a thread that has hardly any stack."""
    outcome = []

    def work():
        try:
            peer.graph(chain, chain_data(LONG))()
            outcome.append("yes")
        except RecursionError:
            outcome.append("RecursionError")

    peer.graph(chain, chain_data(10))()
    gc.disable()
    threading.stack_size(SMALL_STACK)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return outcome[0]


def resident():
    """Bytes of memory in use (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


if __name__ == "__main__":
    question, name = sys.argv[1:]
    print(json.dumps({"held": held, "long": long}[question](peers.load(name))))
