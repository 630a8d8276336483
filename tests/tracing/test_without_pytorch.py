"""A recording never loads PyTorch: where the program has not, there is none to watch."""

import subprocess
import sys

PROGRAM = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "torch":
            raise AssertionError(f"{name} was asked for")

sys.meta_path.insert(0, Refuse())
import autograd_lab as al
x = al.tensor([1.0, 2.0], requires_grad=True)
with al.record() as trace:
    (x * x).sum().backward()
print(len(trace), "torch" in sys.modules)
sys.modules["torch"] = al  # as in a program that gives it the name
with al.record() as trace:
    (x * x).sum().backward()
ours = lambda: sorted(name for name in sys.modules if name.startswith("autograd_lab.tracing.pytorch"))
print(len(trace), ours())
del sys.modules["torch"]
for names in (["torch"], ["torch", "torch.autograd"]):  # PyTorch, while it is being imported, or where that failed
    sys.modules |= {name: type(sys)(name) for name in names}
    with al.record() as trace:
        (x * x).sum().backward()
    print(len(trace), ours())
"""


def test_a_recording_loads_no_pytorch():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True, timeout=120
    ).stdout.splitlines()
    assert done[0] == "26 False"
    assert done[1:] == ["26 ['autograd_lab.tracing.pytorch', 'autograd_lab.tracing.pytorch.mirror']"] * 3
