"""What random programs can say besides ``torch``: hooks that tell, custom Functions, threads, small networks."""

import threading

from functions_in_programs import functions_of


def words_of(torch, say):
    """The words, made for one package; ``say`` notes that something was called, and with what."""
    return {**hooks(say), **functions_of(torch, say), **threads(), **forms(torch)}


def hooks(say):
    """Hooks that tell their name and what they got; some change it."""

    def told(name, change=None):
        def hook(*given):
            say(name, *given)
            return None if change is None else change(*given)

        return hook

    def doubled(name):
        return told(name, lambda grad: None if grad is None else grad * 2)

    def all_doubled(name):
        return told(name, lambda grads, *rest: tuple(None if grad is None else grad * 2 for grad in grads))

    def added(name):
        def hook(leaf):
            say(name, leaf.grad)

        return hook

    def wrong(name):
        def hook(*given):
            say(name)
            raise ValueError(f"{name} does not want to")

        return hook

    def packed(name):
        def hook(tensor):
            say(f"pack {name}", tensor)
            return tensor

        return hook

    def unpacked(name):
        def hook(tensor):
            say(f"unpack {name}", tensor)
            return tensor

        return hook

    found = (told, doubled, all_doubled, added, wrong, packed, unpacked)
    return {function.__name__: function for function in found}


def threads():
    """Backward passes in threads of their own."""

    def in_thread(*works):
        """Run the works in threads, together; then raise the first error, by the works' order."""
        errors = [None] * len(works)

        def run(place):
            try:
                works[place]()
            except Exception as error:
                errors[place] = error

        started = [threading.Thread(target=run, args=(place,)) for place in range(len(works))]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()
        for error in errors:
            if error is not None:
                raise error

    return {"in_thread": in_thread}


def forms(torch):
    """Ways to switch a mode that need a function."""

    def under(mode, work):
        @mode
        def decorated():
            return work()

        return decorated()

    def steps(mode, work):
        @mode
        def generator():
            yield work()
            yield torch.is_grad_enabled()

        return list(generator())

    return {"under": under, "steps": steps}
