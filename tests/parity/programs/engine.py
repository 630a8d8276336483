# ruff: noqa: E402, F821
"""The engine: names under create_graph, nodes called by hand, leaves that accumulate."""


# %% accumulated_by_hand
def accumulated(*given):
    x = torch.ones(2, requires_grad=True)
    node = torch.autograd.graph.get_gradient_edge(x).node
    for gradient in given:
        node(gradient)
    return x.grad


w = torch.tensor([2.0, 3.0], requires_grad=True)
show("none", accumulated(None))
show("with a graph", [accumulated(w * 2), accumulated(torch.ones(2), w * 2)])
attempt("no tensor", lambda: accumulated(3.0))
with torch.no_grad():
    show("no_grad", [accumulated(w), accumulated(w, w)])

# %% variable_of_old_programs
from torch.autograd import Variable

x = Variable(torch.ones(2), volatile=True)
show("volatile", [x, x.requires_grad])
show(
    "others",
    [Variable(), Variable(data=torch.ones(1)), Variable(torch.ones(1), True), Variable(torch.ones(1), False, True)],
)
attempt("both", lambda: Variable(torch.ones(2), requires_grad=True, volatile=True))
attempt("a list", lambda: Variable([1.0]))

# %% switches_of_libraries
before = torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic
with torch.backends.cudnn.flags(benchmark=True, deterministic=True, allow_tf32=False):
    show("as said", [torch.ones(2).sum()])
show("put back", before == (torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic))

# %% every_mode
for d in (
    torch.no_grad,
    torch.enable_grad(),
    torch.set_grad_enabled(False),
    torch.inference_mode,
    torch.inference_mode(),
    torch.enable_grad,
    torch.inference_mode(False),
):

    class B:
        def __init__(self):
            self.g = torch.is_grad_enabled(), torch.is_inference_mode_enabled()

    C = d(B)
    print(C().g, type(C).__name__)
print(torch.is_grad_enabled())
