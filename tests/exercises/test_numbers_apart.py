"""Numbers of nodes: an exercise counts apart, and no other thread notices."""

import threading

import autograd_lab as al
from autograd_lab.exercises.observing import Probe, observe
from autograd_lab.exercises.programs import numbers_apart


def test_a_graph_that_another_thread_builds_meanwhile_can_run_backward():
    x = al.tensor(2.0, requires_grad=True)
    before = x * 3 * 3 * 3
    inside, built = threading.Event(), threading.Event()
    found = []

    def work():
        inside.wait(5)
        y = before * x  # its number must be higher than those of the nodes that it leads to
        y.backward()
        found.append((y.grad_fn._sequence_nr() > before.grad_fn._sequence_nr(), x.grad.item()))
        built.set()

    thread = threading.Thread(target=work)
    thread.start()
    with numbers_apart():
        inside.set()
        assert built.wait(5)
        first = (al.tensor(1.0, requires_grad=True) * 2).grad_fn
    thread.join()
    assert found == [(True, 108.0)]
    assert first._sequence_nr() == 1


def test_what_a_probe_makes_is_not_counted_among_the_learners_nodes():
    x = al.tensor(2.0, requires_grad=True)
    before = (x * 1).grad_fn._sequence_nr()
    probe = Probe("squares", lambda square: {"square": square(x)})
    with al.record() as trace:
        observe(lambda tensor: tensor * tensor, (probe,))
    assert (x * 1).grad_fn._sequence_nr() == before + 1
    assert len(trace) == 0
