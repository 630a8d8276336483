"""Whatever the graph: left to right, nothing on top of anything, the same each time."""

import sys
import time
import timeit
from itertools import combinations, pairwise

import pytest
from each_case import each_case
from hypothesis import given, settings
from hypothesis import strategies as st

import autograd_lab as al
from autograd_lab.views.picture.layers import _Layers, layered
from autograd_lab.views.picture.scene import build


@st.composite
def dags(draw):
    size = draw(st.integers(1, 18))
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda pair: pair[0] < pair[1])
    edges = draw(st.lists(pairs, max_size=3 * size)) if size > 1 else []
    return list(range(size)), edges


def residual(blocks):
    nodes, edges = [], []
    for i in range(blocks):
        add, relu, matmul, weight = f"add{i}", f"relu{i}", f"matmul{i}", f"W{i}"
        nodes += [add, relu, matmul, weight]
        edges += [(add, f"add{i + 1}"), (add, relu), (relu, matmul), (matmul, f"add{i + 1}"), (matmul, weight)]
    return [*nodes, f"add{blocks}"], edges


def shared_weight(steps):
    nodes, edges = ["h0", "W"], []
    for i in range(steps):
        nodes += [f"m{i}", f"h{i + 1}"]
        edges += [(f"h{i}", f"m{i}"), (f"m{i}", f"h{i + 1}"), (f"m{i}", "W")]
    return nodes, edges


def check(nodes, edges):
    layout = layered(nodes, edges)
    rows = layout.rows
    assert set(rows) == set(nodes)
    for source, target in edges:
        assert rows[source][0] < rows[target][0]
    for one, other in combinations(nodes, 2):
        if rows[one][0] == rows[other][0]:
            assert abs(rows[one][1] - rows[other][1]) >= 1 - 1e-6, (one, other)
    for (source, target), bends in layout.bends.items():
        assert (source, target) in set(edges)
        for column, row in bends:
            for node, place in rows.items():
                assert place[0] != column or abs(place[1] - row) >= 0.75 - 1e-6, (source, target, node)


@given(dags())
@settings(max_examples=200, deadline=None)
def test_every_edge_goes_right_and_nothing_touches(graph):
    check(*graph)


@each_case("graph", [residual(8), shared_weight(6)])
def test_familiar_graphs(graph):
    check(*graph)


@given(dags())
@settings(max_examples=50, deadline=None)
def test_long_edges_pass_every_column_between(graph):
    nodes, edges = graph
    layout = layered(nodes, edges)
    for source, target in edges:
        between = list(range(int(layout.rows[source][0]) + 1, int(layout.rows[target][0])))
        assert [column for column, _ in layout.bends.get((source, target), ())] == between


def test_same_graph_same_places_and_parallel_edges_count_once():
    assert layered(*residual(10)) == layered(*residual(10))
    assert layered("ab", [("a", "b"), ("a", "b")]) == layered("ab", [("a", "b")])
    assert layered([], []).rows == {}


def test_two_hundred_nodes_are_quick():
    graph = residual(50)
    times = timeit.repeat(lambda: layered(*graph), number=1, repeat=5, timer=time.process_time)
    assert min(times) < 0.1


def test_two_thousand_nodes_without_recursion():
    deep = sys.getrecursionlimit()
    chain = list(range(max(2000, 3 * deep)))
    rows = layered(chain, list(pairwise(chain))).rows
    assert {row for _, row in rows.values()} == {0.0}
    layered(*residual(500))


def test_many_long_edges_to_one_node_share_a_way():
    """A weight shared by 300 steps would need 90,000 dummies."""
    nodes, edges = shared_weight(300)
    layout = layered(nodes, edges)
    ways = [bends for (_, target), bends in layout.bends.items() if target == "W"]
    assert len(ways) > 290
    longest = max(ways, key=len)
    assert all(longest[-len(bends) :] == bends for bends in ways)


def test_many_long_edges_take_lanes_below():
    """300 edges across 300 columns; the longest go below everything instead."""
    chain = [f"h{i}" for i in range(300)]
    edges = [*pairwise(chain), *(pair for h in chain for pair in [(h, f"z{h}"), (chain[-1], f"z{h}")])]
    layout = layered([*chain, *(f"z{h}" for h in chain)], edges)
    bottom = max(row for _, row in layout.rows.values())
    lanes = [bends for bends in layout.bends.values() if len(bends) == 2 and bends[1][0] - bends[0][0] > 100]
    assert lanes
    assert all(row > bottom for lane in lanes for _, row in lane)
    heights = [row for lane in lanes for row in {row for _, row in lane}]
    assert len(set(heights)) == len(heights), "each has a lane of its own"


def crossings(nodes, edges):
    """How many edges cross in the order that was chosen, and in the first one."""
    graph = _Layers(list(nodes), edges, ((), ()))
    first = graph.crossings()
    graph.order(12)
    return graph.crossings(), first


def test_sweeps_take_crossings_away_and_the_best_order_is_kept():
    assert crossings(range(7), [(0, 3), (0, 4), (1, 3), (2, 6), (3, 6), (4, 6)]) == (0, 1)
    edges = [(0, 2), (0, 3), (0, 5), (0, 8), (1, 5), (2, 3), (2, 4), (2, 5), (2, 8), (3, 8), (4, 5), (5, 8), (6, 7)]
    assert crossings(range(9), [*edges, (7, 8)]) == (4, 17)  # the last sweep makes it worse again


def test_two_edges_that_cross_are_counted():
    graph = _Layers(["a", "b", "c", "d"], [("a", "d"), ("b", "c"), ("a", "c")], ((), ()))
    graph.columns = [[0, 1], [2, 3]]
    assert graph.crossings() == 1


def test_rows_begin_at_the_top():
    rows = layered(range(5), [(0, 3), (0, 4), (1, 2), (2, 4)]).rows
    assert min(row for _, row in rows.values()) == 0


def test_doors_stand_before_and_behind_all_boxes():
    layout = layered(["in", "a", "b", "out"], [("in", "b"), ("a", "out")], doors=({"in"}, {"out"}))
    columns = {node: column for node, (column, _) in layout.rows.items()}
    assert columns["in"] == 0
    assert columns["a"] == columns["b"] == 1
    assert columns["out"] == 2


def test_a_cycle_is_refused():
    with pytest.raises(ValueError, match="cycle"):
        layered("ab", [("a", "b"), ("b", "a")])


def test_labels_keep_off_slot_numbers_and_the_place_where_two_arrows_cross():
    class Both(al.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2, a * 3

        @staticmethod
        def backward(ctx, g, h):
            return g * 2 + h * 3

    first, second = Both.apply(al.tensor(3.0, requires_grad=True))
    with al.record() as trace:
        (second * first).backward()
    one, other, _ = (arrow.route for arrow in build(trace, len(trace)).plan.arrows)
    middle = (one.start[1] + other.start[1]) / 2
    for route in (one, other):
        assert abs(route.label[1] - middle) > 9.5, "half of what is drawn of a label"
        assert route.label[0] + len("1 × 6 = 6") * 3.65 + 7 < route.end[0] - 25
