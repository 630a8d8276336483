"""The tree of boxes: every node in one place, groups that are intervals, levels that an eye takes in."""

import functools
from collections import Counter

import models
from each_case import each_case
from small_programs import for_every_program

import autograd_lab as al
from autograd_lab.views.picture.groups import AT_ONCE, ROOT, Groups, engine_order
from autograd_lab.views.picture.inside import Insides, insides_of
from autograd_lab.views.picture.levels import DEEP, MANY
from autograd_lab.views.picture.plan import Planner
from autograd_lab.views.picture.scene import Visits


def titles(groups):
    return {group.title for group in groups.groups.values()}


def leaf(value):
    return al.tensor(value, requires_grad=True)


def fan_out(users=200):
    """One leaf with many users, summed in pairs."""
    x = leaf(2.0)

    def forward():
        parts = [x * float(i) for i in range(users)]
        while len(parts) > 1:
            parts = [parts[0] + parts[1], *parts[2:]]
        return parts[0]

    return models.recorded(forward, inside=False, x=x)


def fan_in(parts=350):
    """One node with many edges, some of them holes."""
    x = leaf(2.0)
    rows = lambda: [x * 2.0 if i % 9 else al.tensor(1.0) for i in range(parts)]  # noqa: E731
    return models.recorded(lambda: al.stack(rows()).sum(), inside=False, x=x)


def in_place():
    """Writes through views, which make nodes anew."""
    x = leaf([1.0] * 40)

    def forward():
        y = x * 1.0
        for i in range(40):
            y[i] *= 2.0
        return y.sum()

    return models.recorded(forward, x=x)


LARGE = {
    "transformer": models.transformer,
    "three blocks": lambda: models.transformer(blocks=3),
    "rnn": models.rnn,
    "rnn, backward alone": lambda: models.rnn(inside=False),
    "resnet": models.resnet,
    "resnet, backward alone": lambda: models.resnet(inside=False),
    "deep": lambda: models.deep_mlp(40),
    "chain": lambda: models.chain(700),
    "fan out": fan_out,
    "fan in": fan_in,
    "in place": in_place,
}


@functools.cache
def groups_of(name):
    """The groups of a trace that is folded."""
    groups = Groups(LARGE[name]())
    assert len(groups.groups) > 1
    return groups


for_every_large_trace = each_case("large", LARGE, make=groups_of)


@for_every_large_trace
def test_every_node_has_one_home(large):
    members = [member for group in large.groups.values() for member in group.members]
    assert len(members) == len(set(members))
    assert {*members, ROOT} == {*large.trace.nodes, *large.groups}
    assert all(node in large.groups[home].members for node, home in large.home.items())
    for group in large.groups.values():
        assert group.size == len(large.nodes(group.id))


@for_every_large_trace
def test_groups_are_intervals_of_the_engines_order(large):
    functions = [node for node in engine_order(large.trace) if large.trace.nodes[node].kind != "leaf"]
    place = {node: i for i, node in enumerate(functions)}
    for group in large.groups:
        places = sorted(place[node] for node in large.nodes(group) if node in place)
        assert places == list(range(places[0], places[0] + len(places)))


@for_every_large_trace
def test_levels_are_small_and_arrows_go_one_way(large):
    insides = Insides(large)
    leaves = {node for node, info in large.trace.nodes.items() if info.kind == "leaf"}
    for group in large.groups.values():
        inside = insides[group.id]
        assert sum(member not in leaves for member in group.members) <= MANY
        assert max(column for column, _ in inside.rows.values()) <= DEEP + bool(inside.entries) + 1
        for source, target in insides._links[group.id].between:
            assert inside.rows[source][0] < inside.rows[target][0]


@for_every_large_trace
def test_a_leaf_stands_with_its_users(large):
    for node, info in large.trace.nodes.items():
        for edge in info.edges:
            if edge and large.trace.nodes[edge.node].kind == "leaf":
                assert large.home[edge.node] in large.way(large.home[node])


@for_every_large_trace
def test_not_much_is_shown_at_first(large):
    opened = large.opened()
    boxes = {large.seen_as(node, opened) for node in large.trace.nodes}
    assert 2 <= len(boxes) <= MANY + 12


@for_every_large_trace
def test_only_boxes_that_hold_most_are_open_at_first(large):
    opened, groups = large.opened(), large.groups
    shown = len(groups[ROOT].members)
    for group in opened - {ROOT}:
        outer = groups[group].parent
        assert outer in opened and 2 * groups[group].size > groups[outer].size
        shown += len(groups[group].members) - 1
    assert shown <= AT_ONCE or opened == {ROOT}


@for_every_large_trace
def test_a_box_holds_several_or_is_a_module_that_its_node_does_not_name(large):
    for group in large.groups.values():
        alone = len(group.members) == 1
        assert not alone or group.lines[1:] == (large.trace.label(group.members[0]),)
        assert not alone or group.title not in large.trace.nodes[group.members[0]].name


@each_case(
    ("part", "is_a_box"),
    [(al.nn.Tanh(), False), (al.nn.ReLU(), False), (al.nn.Flatten(0), True), (al.nn.LayerNorm(2), True)],
)
def test_a_module_with_a_single_node_is_a_box_where_its_name_says_more(part, is_a_box):
    net = al.nn.Sequential(*(al.nn.Linear(2, 2) for _ in range(20)), part)
    x = leaf([[1.0, 2.0]])
    groups = Groups(models.recorded(lambda: net(x).sum(), net=net, x=x))
    assert ("net.20" in titles(groups)) is is_a_box


def test_a_model_that_is_all_there_is_needs_no_box():
    net = al.nn.Sequential(*(al.nn.Linear(1, 1) for _ in range(20)))
    x = leaf([1.0])
    assert "net" not in titles(Groups(models.recorded(lambda: net(x), net=net, x=x)))


def test_modules_are_boxes():
    groups = Groups(models.transformer())
    assert {"block", "block.attention", "block.attention.q", "block.mlp", "block.mlp.0"} <= titles(groups)
    (layer,) = (group for group in groups.groups.values() if group.title == "block.mlp.0")
    kinds = sorted(groups.trace.nodes[node].name for node in groups.nodes(layer.id))
    assert kinds == ["AccumulateGrad", "AccumulateGrad", "AddmmBackward0", "TBackward0"]
    assert layer.lines == ("Linear, 4 nodes",)


def test_modules_are_known_by_their_parameters_where_only_the_backward_was_recorded():
    assert {"block", "block.attention", "block.attention.q", "block.mlp", "block.mlp.0"} <= titles(
        Groups(models.transformer(inside=False))
    )


def test_each_call_of_a_module_is_a_box():
    assert {"cell", "cell (2)", "cell (20)"} <= titles(Groups(models.rnn()))


def test_modules_that_are_joined_are_named_from_first_to_last():
    groups = Groups(models.deep_mlp(40))
    joined = [title.split(" … ") for title in titles(groups) if " … " in title]
    assert joined
    for first, last in joined:
        assert int(first.split(".")[-1].split()[0]) < int(last.split(".")[-1].split()[0])


def test_every_module_of_a_transformers_layer_is_a_box():
    """Nothing in a layer is joined that has a name."""
    layer = al.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    x = al.randn(2, 3, 8)
    groups = Groups(models.recorded(lambda: layer(x).pow(2).mean(), layer=layer))
    (outer,) = (group for group in groups.groups.values() if group.title == "layer")
    named = [groups.groups[member].title.removeprefix("layer.") for member in outer.members if member in groups.groups]
    assert named == ["norm2", "dropout2", "linear2", "dropout", "linear1", "norm1", "dropout1", "self_attn"]


def lines_of(groups):
    root = groups.groups[ROOT]
    return [(groups.groups[m].title, groups.groups[m].lines[0]) for m in root.members if m in groups.groups]


def test_what_belongs_to_no_module_is_told_by_its_line():
    w, x = leaf([[0.1] * 6] * 6), al.ones(4, 6)

    def forward():
        h = (x @ w + 1.0).relu()
        g = (h @ w).tanh() * (h @ w).sigmoid()
        n = (g - g.mean()) / (g.std() + 1e-5)
        p = (n.exp() + 1.0).log() * h
        return (p * g).sum() / 10.0 + 0.1 * (w.pow(2).sum() + w.exp().sum())

    first = forward.__code__.co_firstlineno
    told = lines_of(Groups(models.recorded(forward, w=w)))
    assert [title for title, _ in told] == [f"line {first + i}" for i in (5, 4, 3, 2, 1)]
    assert told[-1][1] == "h = (x @ w + 1.0).relu()"


def test_passes_of_a_loop_are_told_by_their_lines_and_number():
    w, x = leaf([[0.1] * 3] * 3), al.ones(2, 3)

    def forward():
        h = x
        for _ in range(12):
            a = h @ w + x @ w
            h = a.tanh()
        return h.sum()

    first = forward.__code__.co_firstlineno
    told = lines_of(Groups(models.recorded(forward, w=w)))
    assert told[:2] == [(f"lines {first + 3}–{first + 4} ({number})", "4 nodes") for number in (12, 11)]


def test_a_loop_in_a_module_is_told_by_its_kinds_of_nodes():
    """All that a module of the library does stands on one line of the learner's: that line would say nothing."""
    net = al.nn.RNN(3, 4)
    x = al.randn(20, 2, 3)
    found = titles(Groups(models.recorded(lambda: net(x)[0].pow(2).mean(), net=net)))
    assert {"Tanh, Add … (5 … 10)", "Tanh, Add … (10)"} <= found
    assert not [title for title in found if title.startswith("line")]


def test_members_of_which_nothing_else_is_known_are_told_by_their_rarest_kinds():
    x = leaf([1.0, 2.0])

    def forward():
        h = x
        for i in range(9):
            h = (h.exp() if i == 2 else h.log() if i == 7 else h.sin()).mul(0.5).add(0.1).neg().neg()
        return h.sum()

    groups = Groups(models.recorded(forward, inside=False, x=x))
    found = [groups.groups[member].title for member in groups.groups[ROOT].members if member in groups.groups]
    assert len(found) > 4
    assert any("Exp" in title for title in found) and any("Log" in title for title in found)


def test_parts_of_a_chain_are_told_by_the_numbers_of_their_nodes():
    """A pass of two nodes is no box: the picture would be drawn anew at every second step."""
    groups = Groups(models.chain(1000))
    newest = groups.groups[groups.groups[ROOT].members[0]]
    first, last = (groups.trace.nodes[newest_of].number for newest_of in sorted_nodes(groups, newest))
    assert (newest.title, newest.lines) == ("Add, Mul", (f"100 nodes, #{first} … #{last}",))


def sorted_nodes(groups, group):
    """The oldest and the newest function in a group."""
    nodes = sorted(groups.nodes(group.id), key=lambda node: groups.trace.nodes[node].number)
    return nodes[0], nodes[-1]


@for_every_program
def test_small_graphs_stay_as_they_are(any_trace):
    groups = Groups(any_trace)
    assert groups.groups.keys() == {ROOT}
    assert set(groups.groups[ROOT].members) == set(any_trace.nodes)


def test_a_graph_of_twenty_nodes_is_folded_where_it_has_modules():
    assert {"model.0", "model.2", "model.4"} <= titles(Groups(models.mlp(layers=3)))
    leaves = [leaf(float(i)) for i in range(9)]
    bush = models.recorded(lambda: al.stack([x * 2.0 for x in leaves]).sum())
    assert len(bush.nodes) == 20
    assert len(Groups(bush).groups) == 1


def test_a_small_model_is_folded_and_all_open():
    groups = Groups(models.mlp())
    assert {group.title: group.short for group in groups.groups.values() if group.parent} == {
        "model": "model",
        "model.2": ".2",
        "model.0": ".0",
    }
    assert groups.opened() == {*groups.groups}
    assert {groups.groups[group].title for group in groups.closed(groups.opened()) - {ROOT}} == {"model"}


def test_a_part_is_called_by_what_the_module_around_it_does_not_say():
    groups = Groups(models.resnet()).groups
    short = {group.title: group.short for group in groups.values() if group.parent}
    assert short["model.4"] == ".4"
    assert short["model.4.0"] == ".0"
    assert short["model.4.0.conv1"] == ".conv1"
    again = {group.title: group.short for group in Groups(models.rnn()).groups.values()}
    assert again["cell (20)"] == "cell (20)"


def test_parameters_that_several_boxes_use_are_in_boxes_by_their_modules():
    groups = Groups(models.training(layers=5))
    outer, *inner = (group for group in groups.groups.values() if group.title.startswith("parameters of "))
    assert (outer.parent, outer.title, outer.lines) == (ROOT, "parameters of model", ("10 leaves",))
    assert [(group.parent, group.short, group.lines) for group in inner] == [
        (outer.id, f".{number}", ("2 leaves",)) for number in (8, 6, 4, 2, 0)
    ]
    members = [member for group in groups.groups.values() for member in group.members]
    assert sorted(members) == sorted({*groups.trace.nodes, *groups.groups} - {ROOT})
    assert all(node in groups.groups[home].members for node, home in groups.home.items())
    assert all(groups.way(group.id)[-2] == group.parent for group in (outer, *inner))
    assert groups.following(inner[0].members[0]) == [ROOT]


def test_a_few_shared_parameters_and_those_of_a_single_box_stand_for_themselves():
    assert not [title for title in titles(Groups(models.training(layers=2))) if "parameters" in title]
    assert not [title for title in titles(Groups(models.training(steps=1, layers=9))) if "parameters" in title]


@each_case(("room", "bands"), [(5000, [10]), (900, [5, 5]), (500, [4, 4, 2])])
def test_bands_are_as_few_as_there_is_room_for_and_none_is_longer_than_it_has_to_be(room, bands):
    groups, insides = insides_of(models.chain(1000))
    found = Planner(groups, insides, {}).placed({ROOT}, room).grids[ROOT]
    assert [*Counter(found.place.values()).values()] == bands


def test_each_backward_counts_its_own_nodes():
    x = al.tensor([1.0, 2.0], requires_grad=True)
    y = (x * x).sum()
    with al.record() as trace:
        y.backward(retain_graph=True)
        y.backward()
    (_, _, ended), (_, began, over) = trace.backwards
    visits = Visits(trace)
    assert len(visits.taken(ended + 1)) == 3
    assert visits.taken(began + 1) == set()
    first = trace.find("NodeVisited")[3]
    assert visits.taken(first + 1) == {trace.events[first].node}
    assert len(visits.taken(over + 1)) == 3


def test_steps_of_a_training_loop_are_called_by_their_backwards():
    model = al.nn.Sequential(al.nn.Linear(4, 8), al.nn.ReLU(), al.nn.Linear(8, 2))
    optimizer = al.optim.SGD(model.parameters(), lr=0.1)
    x, y = al.randn(5, 4), al.tensor([0, 1, 0, 1, 1])
    with al.record() as trace:
        for _ in range(20):
            optimizer.zero_grad()
            al.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    titles = [group.title for group in Groups(trace).groups.values()]
    assert {"backward 1", "backward 20"} < set(titles)
    assert any(title.startswith("backward 1 … ") for title in titles)


def test_many_steps_do_not_stand_beside_each_other():
    weight = leaf(1.0)
    with al.record() as trace:
        for _ in range(25):
            loss = weight * 3.0
            loss = (loss - 1.0) * loss
            loss = loss.sin() + 2.0
            loss.backward()
            weight.grad = None
    groups = Groups(trace)
    assert [groups.groups[one].title for one in groups.groups[ROOT].members if one in groups.groups] == [
        f"backward {last - 4} … {last}" for last in range(25, 0, -5)
    ]


def test_a_loop_inside_one_backward_has_no_steps_of_training():
    x = w = al.tensor(0.5, requires_grad=True)
    with al.record() as trace:
        for _ in range(20):
            x = (x * w).tanh().exp().sin()
        x.backward()
    assert not any("step" in group.title for group in Groups(trace).groups.values())
