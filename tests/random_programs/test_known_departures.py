"""Each rule for a difference that stays has its reason and takes the shortest program that shows it."""

import re

import pytest
from judging import judged
from known_departures import KNOWN
from random_program import Program

EXAMPLES = {
    "two_errors": """
x1 = torch.ones(2).as_strided((2, 2), (1, 0))
x2 = x1.fill_(torch.ones(2))
""",
    "no_kernel": """
x1 = torch.tensor([True, False])
x2 = x1 @ x1
""",
    "internal": """
x1 = torch.ones(3, requires_grad=True)
x2, x3 = Pair.apply(x1)
x2.mean().backward(inputs=[x1, x1, x3])
x4 = Raise.apply(x3)
""",
    "refused_in_turn": """
x1 = torch.ones(3, requires_grad=True)
x2 = x1 // x1
x3 = x1.exp()
x3.sum().backward()
torch.autograd.backward([x3.sum(), x2.sum()])
""",
    "mixed_convolution": """
x1 = torch.nn.functional.conv1d(torch.ones(1, 1, 3), torch.ones(1, 1, 2, dtype=torch.float64))
""",
    "compared_from_the_right": """
x1 = torch.ones(4)
with torch.inference_mode():
    x2 = torch.ones(2)
x3 = x1 < x2
""",
    "length_one": """
x1 = torch.ones(1, 3)
x2 = x1[..., 1:]
x3 = x2.view_as(x2)
x3.copy_(x2)
""",
    "shared_with_numpy": """
x1 = torch.ones(3)
x2 = torch.from_numpy(x1.numpy())
x2.index_add_(0, torch.tensor([0]), x1[:1])
""",
    "leaf_turned": """
x1 = torch.ones(2, 3, requires_grad=True)
x2 = x1.unsqueeze(-1)
enter(torch.inference_mode())
x1.t_()
x1.backward(torch.ones_like(x1))
""",
    "written_through_view": """
x1 = torch.ones(3, 3, requires_grad=True)
x2 = (x1 * 2).view(-1)
x2.relu_()
e = x2.grad_fn
x2.masked_fill_(x2 > 0, 0.5)
x2.sum().backward()
""",
    "never_given": """
x1 = torch.ones(3, requires_grad=True)
x2 = torch.nn.functional.binary_cross_entropy_with_logits(x1, x1.detach())
x2.backward()
g1 = x2.grad_fn._saved_weight
""",
    "empty_along_nothing": """
x1 = torch.zeros(0)
x2 = x1.cummax(dim=2)
""",
    "costs_time": """
x1 = torch.ones(3, 2).t()
x2 = torch.searchsorted(torch.tensor([1.0, 3.0]), x1)
""",
    "line_of_a_leaf": """
x1 = torch.ones(2, requires_grad=True)
handle1 = x1.register_hook(wrong('h1'))
x2 = x1 * 2
enter(torch.autograd.set_detect_anomaly(True))
x3 = x1 * 2
x2.sum().backward()
""",
    "hooks_left_behind": """
x1 = torch.ones(2, requires_grad=True)
x2 = x1 * 2
handle1 = x2.register_hook(told('h1'))
x2.detach_()
x3 = copy.copy(x2)
""",
    "found_in_second_graph": """
x1 = torch.tensor([1.5, 2.0], requires_grad=True)
x2 = x1.norm(dim=0)
g1, = torch.autograd.grad((x2 * x2).sum(), x1, create_graph=True)
x2[None] = 0.5
g1.sum().backward()
""",
    "layout_of_results": """
x1 = torch.ones(3, 3)
x2 = x1.t()
x3 = x2 * x1
""",
    "memory_of_losses": """
x1 = torch.tensor([1.0, 2.0])
x2 = torch.nn.functional.smooth_l1_loss(x1, x1)
x3 = x2.as_strided((2,), (1,))
""",
    "read_while_written": """
x1 = torch.tensor([1.0, 2.0, 3.0]).unfold(0, 2, 1)
x1.mul_(2)
""",
    "saved_by_value": """
x1 = torch.tensor(1.25, requires_grad=True)
x2 = x1.exp()
x2.data.fill_(3)
x2.backward()
""",
    "other_data": """
x1 = torch.ones(6, requires_grad=True) * 2
x2 = x1.unfold(0, 2, 1)
x2.data = x2.detach().clone()
x1.mul_(2)
""",
    "sign_of_zero": """
x1 = torch.tensor([[0.0], [-0.0]]).amax(dim=0)
x2 = 1 / x1
""",
    "sign_of_nan": """
x1 = torch.tensor(-1.0).log()
x2 = torch.ones(2).copysign(x1)
""",
    "stretched_median": """
x1 = torch.tensor([-0.625, 0.25, -2.25])
x2 = x1.as_strided((2, 2), (1, 0))
x3 = x2.median(dim=1)[0]
""",
    "number_saved": """
x1 = torch.ones(2, requires_grad=True) * 1.5
g1 = x1.grad_fn._saved_other
x2 = g1 * g1
""",
    "view_of_nothing": """
with torch.inference_mode():
    x1 = torch.ones(2)
x2 = torch.roll(x1[0], [1])
""",
    "other_nodes": """
x1 = torch.tensor([1.5, 2.0], requires_grad=True)
x2 = x1.norm()
enter(torch.autograd.graph.saved_tensors_hooks(packed('h1'), unpacked('h2')))
torch.autograd.backward([(x2 * x2).sum()], create_graph=True)
""",
    "integer_node": """
x1 = torch.tensor(2.25, requires_grad=True)
x2, x3 = Ordered.apply(x1 * 2)
x3[...] = x1
""",
    "hooks_stay_with_leaves": """
x1 = torch.ones(2, requires_grad=True)
x2 = x1 * 2
handle1 = x2.grad_fn.next_functions[0][0].register_hook(told('h1'))
x2.detach_()
(x1 * x1).sum().backward()
""",
    "retained_of_another": """
x1, x2 = Pair.apply(torch.ones(2, requires_grad=True))
x1.retain_grad()
x2.retain_grad()
x2.mul_(2)
x2.sum().backward()
""",
    "joined_hooks": """
x1 = torch.ones(2, 3, requires_grad=True) * 2
handle1 = x1.register_hook(told('h1'))
x1.squeeze_()
handle2 = x1.register_hook(told('h2'))
x1.sum().backward()
""",
    "retained_before_detaching": """
x1 = torch.ones(2, requires_grad=True) * 2
x1.retain_grad()
x1.detach_()
""",
    "saved_for_nowhere": """
x1 = torch.ones(2, requires_grad=True) * 2
with torch.no_grad():
    x2 = x1.view(-1)
x3 = x2 * x2
x1.detach().mul_(2)
x3.sum().backward()
""",
    "questions_pack_nothing": """
enter(torch.autograd.graph.saved_tensors_hooks(packed('h1'), unpacked('h2')))
x1 = torch.ones(2, requires_grad=True)
x2 = torch.isfinite(x1)
""",
    "questions_ask_no_history": """
x1 = torch.ones(2, requires_grad=True) * 2
with torch.no_grad():
    x2 = x1.view(-1)
x1.mul_(2)
x3 = x2.isfinite()
""",
    "packed_when_moved": """
module1 = torch.nn.BatchNorm1d(1)
enter(torch.autograd.graph.saved_tensors_hooks(packed('h1'), unpacked('h2')))
x1 = module1(torch.tensor([[1.0], [3.0]]))
""",
    "flat_slope": """
x1 = torch.ones(2, requires_grad=True)
x2 = torch.nn.functional.leaky_relu(x1, 0.2)
g1 = x2.grad_fn(torch.ones_like(x2))
""",
    "empty_slope": """
x1 = torch.zeros(0, requires_grad=True)
x2 = torch.cat([x1, x1])
g1, = torch.autograd.grad((x2 * x2).sum(), x1, create_graph=True)
""",
    "third_of_norms": """
x1 = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
g1, = torch.autograd.grad(torch.nn.functional.layer_norm(x1, (3,)).pow(3).sum(), x1, create_graph=True)
g2, = torch.autograd.grad((g1 * g1).sum(), x1, create_graph=True)
(g2 * g2).sum().backward()
""",
    "answer_by_hand": """
x1 = torch.tensor(2.75, requires_grad=True)
x2 = x1.amin([0])
g1 = x2.grad_fn(torch.ones_like(x2))
""",
    "zeros_of_sgn": """
x1 = torch.ones(2, requires_grad=True)
x2 = (x1 / 0).sgn()
x2.sum().backward()
""",
    "mean_of_nothing": """
x1 = torch.zeros(0, requires_grad=True)
x2 = x1.mean()
g1, = torch.autograd.grad(x2 * x2, x1, create_graph=True)
g2, = torch.autograd.grad(g1.sum(), x2)
""",
    "stacked_numbers": """
x1 = torch.tensor(-0.5, requires_grad=True)
x2 = torch.tensor(-1.25, requires_grad=True)
x3 = torch.stack([x1, x2])
x3.sum().backward()
x3.sum().backward()
""",
    "no_channels": """
x1 = torch.nn.functional.conv1d(torch.zeros(1, 0, 3), torch.ones(1, 0, 2))
""",
    "grads_after_an_error": """
x1 = torch.ones(2, requires_grad=True)
x2 = torch.ones(2, requires_grad=True)
x3 = Breaks.apply(x1) * x2
x3.sum().backward()
""",
    "numbered_by_threads": """
x1 = torch.ones(2, requires_grad=True)
x2 = Double.apply(x1 * 2)
got = []; in_thread(lambda: got.append(x1 * 2)); x3 = got[0]
handle1 = x3.grad_fn.register_prehook(told('h1'))
torch.autograd.backward([x3.sum(), x2.sum()])
""",
    "copied_outside": """
enter(torch.inference_mode())
x1 = torch.ones(2, requires_grad=True)
leave()
x2 = x1.mean()
""",
    "written_outside": """
with torch.inference_mode():
    x1 = torch.ones(2)
x2 = x1.detach()
x2.add_(1)
""",
    "gradient_in_inference": """
x1 = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    x1.backward(torch.ones(2))
x1.sum().backward()
""",
    "parameter_in_inference": """
enter(torch.inference_mode())
x1 = torch.nn.Parameter(torch.ones(2))
""",
}
"""Rule: a program that differs for that reason alone."""


def program(text):
    """The lines as statements; what is indented belongs to the line before."""
    return Program(tuple(re.split(r"\n(?! )", text.strip())), "float32", True)


def test_each_rule_has_its_reason():
    assert all(rule.__doc__ for rule in KNOWN)


def test_each_rule_has_an_example():
    assert set(EXAMPLES) == {rule.__name__ for rule in KNOWN}


@pytest.mark.nightly
@pytest.mark.torch
def test_each_rule_takes_its_example():
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    for name, text in EXAMPLES.items():
        assert judged(torch, program(text)) == ([], name)
