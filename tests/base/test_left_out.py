"""What is left out says so when it is called, and not before; names that nobody knows get PyTorch's words."""

import copy
import functools
import importlib
import inspect
import json
import pickle
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import autograd_lab as al
from autograd_lab import nn
from autograd_lab._core.base.left_out import LeftOut, LeftOutError, reasons
from autograd_lab._core.base.left_out_names import LEFT_OUT
from autograd_lab.nn import functional as F  # noqa: N812

TESTS = Path(__file__).parent.parent
NAMES = {space: names.split() for space, names in json.loads((TESTS / "data/names.json").read_text("utf-8")).items()}
MODULES = [space for space in NAMES if space not in ("Tensor", "modules", "nn.Module")]


def found(space):
    """The module or class that a namespace of torch is here."""
    return functools.reduce(getattr, [] if space == "torch" else space.split("."), al)


def is_there(space, name):
    """Whether a name is more than a refusal."""
    return hasattr(found(space), name) and not isinstance(getattr(found(space), name), LeftOut)


def full(space, name):
    """``torch.nn.CTCLoss``"""
    return f"torch.{name}" if space == "torch" else f"torch.{space}.{name}"


def refusal(name):
    """The sentence that a call of this name must give (``torch.vmap`` may call itself ``torch.func.vmap``)."""
    return rf"^torch\.([\w.]+\.)?{re.escape(name)} is not in autograd_lab: .+[:;] .+\.$"


# ----- the list ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("space", MODULES)
def test_every_name_of_torch_is_there_or_says_why_not(space):
    silent = []
    for name in NAMES[space]:
        if is_there(space, name):
            continue
        if not hasattr(found(space), name):
            silent.append(name)
            continue
        with pytest.raises(NotImplementedError, match=refusal(name)):
            getattr(found(space), name)()
    assert not silent, f"PyTorch has these in {space}; define them, or say why not in _core/base/left_out_names.py"


@pytest.mark.parametrize(("space", "thing"), [("Tensor", al.ones(2, 2)), ("nn.Module", nn.Linear(2, 1))])
def test_every_member_of_torch_is_there_or_says_why_not(space, thing):
    missing = [name for name in NAMES[space] if not is_there(space, name) and not hasattr(thing, name)]
    for name in missing:
        with pytest.raises(NotImplementedError, match=refusal(f"{space}.{name}")):
            getattr(thing, name)
    assert set(missing) <= set(reasons()[space])


def test_nothing_on_the_list_is_there_or_unknown_to_torch():
    listed = [(space, name) for space, names in reasons().items() for name in names]
    assert [full(*each) for each in listed if is_there(*each)] == [], "take these off _core/base/left_out_names.py"
    assert [full(space, name) for space, name in listed if name not in NAMES[space]] == []
    places = [(spaces, names) for group in LEFT_OUT.values() for spaces, names in group.items()]
    words = Counter((space, name) for spaces, names in places for space in spaces.split() for name in names.split())
    assert [full(*each) for each, times in words.items() if times > 1] == []


@pytest.mark.nightly
@pytest.mark.torch
def test_the_recorded_names_are_those_of_torch():
    torch = pytest.importorskip("torch")
    if not torch.__version__.startswith("2.13"):
        pytest.skip("the names were recorded with PyTorch 2.13")
    program = "import json, record_names; print(json.dumps(record_names.record()))"
    # In a process of its own: what else was imported adds names to torch.
    answer = subprocess.run([sys.executable, "-c", program], cwd=TESTS / "tools", capture_output=True, check=True)
    assert {space: names.split() for space, names in json.loads(answer.stdout).items()} == NAMES


# ----- what a caller reads -------------------------------------------------------------------------------------------
SAYINGS = {
    "this layer, or its function, is left out": lambda: nn.AdaptiveLogSoftmaxWithLoss(2, 3, [1]),
    r"torch\.Tensor\.bfloat16 is not in autograd_lab: half precision": lambda: al.ones(2).bfloat16(),
    r"torch\.Tensor\.gcd is not .*: operations outside the table": lambda: al.Tensor.gcd(al.ones(2), al.ones(2)),
    r"torch\.nn\.Module\.compile is not .*: compiling": lambda: nn.Linear(2, 1).compile(),
    r"torch\.jit\.script is not in autograd_lab": lambda: al.jit.script(lambda x: x),
    r"torch\.complex64 is not .*: complex numbers.*; for that, use PyTorch itself\.$": lambda: al.zeros(
        2, dtype=al.complex64
    ),
    r"torch\.distributions\.Cauchy is not .*: this distribution": lambda: al.distributions.Cauchy(0, 1),
}


@pytest.mark.parametrize("text", SAYINGS)
def test_calling_says_what_is_not_there_and_what_to_do(text):
    with pytest.raises(NotImplementedError, match=text):
        SAYINGS[text]()


def test_parts_of_it_are_left_out_too():
    with pytest.raises(NotImplementedError, match=r"torch\.jit\.script is not in autograd_lab"):

        @al.jit.script
        def function(x):
            return x


def test_it_is_no_base_class():
    with pytest.raises(NotImplementedError, match=refusal("nn.AdaptiveLogSoftmaxWithLoss")):

        class Net(nn.AdaptiveLogSoftmaxWithLoss):
            pass


def test_it_may_stand_in_an_annotation():
    def sent(x: al.Tensor | None) -> al.futures.Future[al.Tensor]:
        return x

    assert sent.__annotations__["return"] is not None and sent(3) == 3


def test_nothing_is_an_instance_of_it():
    layer = nn.Linear(2, 1)
    assert not isinstance(layer, nn.CTCLoss) and isinstance(layer, (nn.CTCLoss, nn.Linear))
    assert not issubclass(nn.Linear, nn.CTCLoss)


@pytest.mark.parametrize("space", [space for space in MODULES if space in reasons()])
def test_unknown_names_get_the_words_of_torch(space):
    module = "torch" if space == "torch" else f"torch.{space}"
    with pytest.raises(AttributeError, match=f"^module '{module}' has no attribute 'no_such_name'$"):
        found(space).no_such_name  # noqa: B018
    assert not hasattr(found(space), "__wrapped__") and not hasattr(found(space), "_no_such_name")


def test_unknown_members_get_the_words_of_torch():
    with pytest.raises(AttributeError, match=r"^'Tensor' object has no attribute 'no_such_name'$") as caught:
        al.ones(2).no_such_name  # noqa: B018
    assert not isinstance(caught.value, NotImplementedError)
    with pytest.raises(AttributeError, match=r"^'Linear' object has no attribute 'no_such_name'$"):
        nn.Linear(2, 1).no_such_name  # noqa: B018


# ----- whoever only looks --------------------------------------------------------------------------------------------
def test_looking_does_not_raise():
    assert hasattr(al, "compile") and hasattr(al.jit, "script")
    assert not hasattr(al, "no_such_name") and getattr(al, "no_such_name", 3) == 3
    assert "compile" in repr(al.compile) and inspect.unwrap(al.compile) is al.compile
    assert "torch.compile is not in autograd_lab" in inspect.getdoc(al.compile)
    for probe in ("__wrapped__", "_repr_html_", "_ipython_display_"):
        assert not hasattr(al.compile, probe) and not hasattr(al.ones(2), probe)
    assert copy.deepcopy(al.compile).__name__ == pickle.loads(pickle.dumps(al.compile)).__name__ == "torch.compile"


def test_a_tensor_does_not_claim_what_it_cannot_do():
    x = al.ones(2)
    for name in ("bfloat16", "to_dense", "values", "share_memory_"):
        assert not hasattr(x, name) and getattr(x, name, None) is None and name not in dir(x)
    assert {"exp", "grad", "shape"} <= set(dir(x))
    assert x.is_cpu and not x.is_sparse_csr
    x.values = 3  # a name that is free
    assert x.values == 3


@pytest.mark.parametrize("make", [lambda: al.ones(2, 2), lambda: nn.Parameter(al.ones(2)), lambda: nn.Linear(2, 1)])
def test_tools_that_look_at_everything_pass_by(make):
    thing = make()
    for cls in type(thing).__mro__:
        assert dict(inspect.getmembers(cls)) and inspect.classify_class_attrs(cls)
    for name in dir(thing):
        inspect.getattr_static(thing, name)
    for double in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert type(double) is type(thing)


def test_completion_offers_what_is_there():
    completer = pytest.importorskip("IPython.core.completer")
    tab = completer.IPCompleter(namespace={"x": al.ones(2), "nn": nn})
    with completer.provisionalcompleter():
        offered = {each.text.lstrip(".") for line in ("x.b", "nn.L") for each in tab.completions(line, len(line))}
    assert {"bool", "backward", "Linear"} <= offered and not {"bfloat16", "LinearCrossEntropyLoss"} & offered


def test_a_subclass_and_a_module_may_take_the_name():
    class Mine(al.Tensor):
        def gcd(self):
            return "mine"

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.compile = nn.Linear(1, 1)
            self.register_buffer("bfloat16", al.ones(1))

    assert Mine([1.0]).gcd() == "mine"
    assert {"compile.weight", "bfloat16"} <= set(Net().state_dict())


def test_what_is_defined_is_no_longer_refused(monkeypatch):
    monkeypatch.setattr(nn, "LSTM", nn.Linear, raising=False)
    monkeypatch.setattr(al.Tensor, "gcd", lambda self: "there")
    assert is_there("nn", "LSTM") and al.ones(2).gcd() == "there"


def test_the_error_is_both_kinds():
    assert issubclass(LeftOutError, NotImplementedError) and issubclass(LeftOutError, AttributeError)


def test_other_devices_are_refused():
    for make in (lambda: al.zeros(2, device="cuda"), lambda: al.ones(2).to("cuda:0"), lambda: al.ones(2).cuda()):
        with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
            make()
    with pytest.raises(NotImplementedError, match="the device 'meta' is left out"):
        al.zeros(2, device="meta")
    assert al.zeros(2, device="cuda" if al.cuda.is_available() else "cpu").device == al.device("cpu")


def test_modules_that_programs_import_by_their_path_are_there():
    cudnn = importlib.import_module("autograd_lab.backends.cudnn")
    assert al.backends.cudnn is cudnn and not cudnn.is_available() and cudnn.version() is None
    assert (cudnn.enabled, cudnn.benchmark, cudnn.deterministic) == (True, False, False)
    for path, name in (("nn.utils.prune", "l1_unstructured"), ("utils.benchmark", "Timer")):
        module = importlib.import_module(f"autograd_lab.{path}")
        with pytest.raises(NotImplementedError, match=refusal(f"{path}.{name}")):
            getattr(module, name)("anything")
        with pytest.raises(AttributeError):
            module.__wrapped__  # noqa: B018


# ----- modules -------------------------------------------------------------------------------------------------------
IMPORTS = {
    "from autograd_lab.utils.checkpoint import checkpoint as it": "torch.utils.checkpoint.checkpoint",
    "from autograd_lab.distributions.transforms import Transform as it": "torch.distributions.transforms.Transform",
    "from autograd_lab.utils.data.distributed import DistributedSampler as it": (
        "torch.utils.data.distributed.DistributedSampler"
    ),
    "import autograd_lab.jit as module; it = module.script": "torch.jit.script",
    "from autograd_lab.nn.parallel.scatter_gather import scatter as it": "torch.nn.parallel.scatter_gather.scatter",
    "from autograd_lab.futures import Future as it": "torch.futures.Future",
    "import autograd_lab.fft; it = autograd_lab.fft.rfft": "torch.fft.rfft",
    "import autograd_lab.multiprocessing as module; it = module.spawn": "torch.multiprocessing.spawn",
    "import autograd_lab as torch, autograd_lab.onnx; it = torch.onnx.export": "torch.onnx.export",
    "from autograd_lab.distributions.multinomial import Multinomial as it": (
        "torch.distributions.multinomial.Multinomial"
    ),
    "from autograd_lab.ao.quantization import quantize as it": "torch.ao.quantization.quantize",
    "from autograd_lab.jit.frontend import get_jit_def as it": "torch.jit.frontend.get_jit_def",
    "from autograd_lab.distributed.fsdp import FullyShardedDataParallel as it": (
        "torch.distributed.fsdp.FullyShardedDataParallel"
    ),
    "from autograd_lab.utils.tensorboard import SummaryWriter as it": "torch.utils.tensorboard.SummaryWriter",
}


@pytest.mark.parametrize("text", IMPORTS)
def test_a_module_that_is_left_out_can_be_imported(text):
    names = {}
    exec(text, names)
    with pytest.raises(NotImplementedError, match=rf"^{re.escape(IMPORTS[text])} is not in autograd_lab: .+\.$"):
        names["it"](1)


def test_every_module_of_torch_can_be_imported():
    """… in a process of its own, for hundreds of names would stay behind. The parts of what is left out are, too."""
    program = (
        "import importlib, sys\n"
        "for name in sys.stdin.read().split():\n"
        "    importlib.import_module(f'autograd_lab.{name}')\n"
    )
    subprocess.run([sys.executable, "-c", program], input=" ".join(NAMES["modules"]), text=True, check=True)


def test_importing_it_changes_nothing():
    assert not isinstance(al.fx, type(sys)) and al.fx is importlib.import_module("autograd_lab.fx") is al.fx
    assert repr(importlib.import_module("autograd_lab.onnx.utils")) == "<torch.onnx.utils: not in autograd_lab>"
    assert importlib.import_module("autograd_lab.optim.adamw").AdamW is al.optim.AdamW
    assert importlib.import_module("autograd_lab.cuda.amp.grad_scaler").GradScaler is al.cuda.amp.GradScaler
    assert importlib.import_module("autograd_lab.backends.cuda").is_built() is False


def test_a_program_may_call_the_package_torch():
    program = """if True:
        import sys, autograd_lab
        sys.modules["torch"] = autograd_lab
        import torch.onnx
        from torch.distributions.one_hot_categorical import OneHotCategorical
        assert torch.onnx is autograd_lab.onnx
        try:
            OneHotCategorical(3)
        except NotImplementedError as error:
            print(error)
    """
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.startswith("torch.distributions.one_hot_categorical.OneHotCategorical is not in autograd_lab: this")


def test_the_modules_of_others_are_not_looked_for():
    for name in ("json.fx", "no_such_package.fx", "numpy.onnx"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)


def test_a_module_that_nobody_has_is_not_found():
    for name in ("six", "utils.checkpoints"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(f"autograd_lab.{name}")


# ----- options of functions that are here otherwise -------------------------------------------------------------------
X = al.ones(2, 2, dtype=al.float64, requires_grad=True)
OPTIONS = {
    "sparse gradients are left out here; without sparse_grad the numbers are the same": lambda: al.gather(
        X, 0, al.tensor([[0]]), sparse_grad=True
    ),
    r"embedding\(sparse=True\) is left out": lambda: F.embedding(al.tensor([1]), X, sparse=True),
    r"embedding\(scale_grad_by_freq=True\) is left out": lambda: al.embedding(X, al.tensor([1]), -1, True),
    "embedding.max_norm=…. is left out": lambda: F.embedding(al.tensor([1]), X, max_norm=1.0),
    "16 or more normal numbers are made as float32 or float64 here": lambda: al.randn(16, dtype=al.float16),
    "gradient would be zero": lambda: al.normal(X, 1.0),
    r"steps that autograd records \(differentiable=True\) are left out here": lambda: al.optim.SGD(
        [X], lr=0.1, differentiable=True
    ),
    r"grouped queries \(enable_gqa=True\) are left out here": lambda: F.scaled_dot_product_attention(
        X, X, X, enable_gqa=True
    ),
    r"interpolate\(mode='bicubic'\) of a 4D input is left out here": lambda: F.interpolate(
        X[None, None], 2, mode="bicubic"
    ),
    r"pad\(mode='reflect'\) of 3 dimensions is left out here": lambda: F.pad(X[None, None], (1,) * 6, mode="reflect"),
    "intervals that hold at least 0.3 of the distribution": lambda: al.nn.init.trunc_normal_(al.ones(2), a=1.5, b=2.0),
    "multiply the losses that reduction='none' gives by it": lambda: F.mse_loss(X, X, weight=X),
    "gradcheck compares whole Jacobians of backward": lambda: al.autograd.gradcheck(
        al.exp, (X,), check_forward_ad=True
    ),
}


@pytest.mark.parametrize("text", OPTIONS)
def test_asking_for_it_says_what_is_left_out(text):
    with pytest.raises(NotImplementedError, match=text):
        OPTIONS[text]()


# ----- names by which older programs reach the same things ------------------------------------------------------------
def test_torch_functional_is_torch():
    assert al.functional.einsum is al.einsum and al.functional.cdist is al.cdist
    assert set(dir(al.functional)) <= set(dir(al))
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        al.functional.no_such_name  # noqa: B018


def test_modules_by_the_files_in_which_pytorch_has_them():
    from autograd_lab.nn.modules.conv import Conv2d
    from autograd_lab.nn.modules.linear import Linear
    from autograd_lab.nn.modules.module import Module

    assert (Conv2d, Linear, Module) == (nn.Conv2d, nn.Linear, nn.Module)
    assert nn.modules.loss.MSELoss is nn.modules.MSELoss is nn.MSELoss
    assert isinstance(nn.BatchNorm1d(2), nn.modules.batchnorm._BatchNorm)
    with pytest.raises(AttributeError, match="no_such_name"):
        nn.modules.linear.no_such_name  # noqa: B018


def test_a_device_for_a_while():
    with al.device("cpu") as device:
        assert al.ones(2).device == device
    with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"), al.device("cuda"):
        pass
    al.set_default_device("cpu")
    assert al.get_default_device() == al.device("cpu")
