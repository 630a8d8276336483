"""What a recording costs: forward and backward of four small models inside ``al.record()`` ÷ the same without it.

    python tests/benchmarks/recordings.py
    python tests/benchmarks/recordings.py --only MLP,RNN --rounds 31

PyTorch's columns need ``torch==2.13.0``. Our own are measured before it is loaded, since from then on a recording
watches it, too.
"""

import argparse
import gc
import tracemalloc

import autograd_lab as al

ENGINES = ("autograd_lab", "torch")


def recorded(compute):
    """The trace of a forward and a backward."""
    with al.record() as trace:
        compute().backward()
    return trace


def cost(engine, name, rounds):
    """(nodes, seconds with ÷ without, megabytes that Python holds at most for it)."""
    import timing
    from training_steps import MODELS

    engine.manual_seed(0)
    optimizer, compute = MODELS[name](engine)

    def plain():
        optimizer.zero_grad()
        compute().backward()

    def watched():
        optimizer.zero_grad()
        return recorded(compute)

    found = timing.times({"watched": watched, "plain": plain}, rounds)
    gc.collect()
    tracemalloc.start()
    trace = watched()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return len(trace.nodes), timing.ratio(*found.values()), peak / 1e6


def main():
    from compare import number, run_steadily, setting, table

    run_steadily()
    import peers
    from training_steps import MODELS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="words in the models' names, with commas between them")
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    words = arguments.only.split(",") if arguments.only else [""]
    names = [name for name in MODELS if any(word in name for word in words)]
    engines = [engine for engine in ENGINES if peers.installed(engine)]
    costs = {}
    for engine in engines:
        module = peers.load(engine).torch
        costs |= {(engine, name): cost(module, name, arguments.rounds) for name in names}
    print(setting(engines, arguments.rounds) + "\n")
    heads = ["", "nodes", *engines, *(f"{engine}, MB" for engine in engines)]
    rows = []
    for name in names:
        found = [costs[engine, name] for engine in engines]
        rows.append((name, found[0][0], *(number(one[1]) for one in found), *(number(one[2]) for one in found)))
    print(table(heads, rows))


if __name__ == "__main__":
    main()
