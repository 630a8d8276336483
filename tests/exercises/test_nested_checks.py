"""A check that is indented into the function it checks is refused, and the kernel lives on with its variables."""

import pytest
from jupyter_client.manager import start_new_kernel

from autograd_lab import exercises as ex

NESTED = """\
def messages(slopes):
    found = [1.0]
    {inner}
    return found

ex.check("L1.3", messages)
"""
REFUSED = "a check inside a check. Its line is indented too far: move it out of the function."


@pytest.mark.parametrize(
    "inner",
    [
        'ex.check("L1.3", messages)',
        'ex.check("L0.P4", 7)',
        'ex.ask("L0.P4").commit(7)',
        'ex.ask("L0.1").commit("1 2 3 4 5")',
    ],
)
def test_a_check_inside_a_check_is_refused_with_its_line(kernel, fresh_learner, inner):
    result = kernel.run(NESTED.format(inner=inner))
    assert result.status == "wrong"
    assert f"your code raised RuntimeError in messages, line 3 (`{inner}`): {REFUSED}" in result.message
    assert list(fresh_learner.touched()) == ["L1.3"]


def test_one_that_is_caught_is_no_check():
    def messages(slopes):
        try:
            return ex.check("L1.3", messages)
        except RuntimeError:
            return [1.0]

    assert "is [1]" in ex.check("L1.3", messages).message


@pytest.mark.kernel
def test_a_kernel_outlives_a_check_that_is_indented_into_its_function(monkeypatch):
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", "off")
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        in_kernel(client, "from autograd_lab import exercises as ex\nkept = 3")
        assert REFUSED in in_kernel(client, NESTED.format(inner='ex.check("L1.3", messages)'))
        assert in_kernel(client, "kept") == "3"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def in_kernel(client, source: str) -> str:
    """What a cell's last value says."""
    said = []
    client.execute_interactive(source, output_hook=said.append, timeout=60)
    return "".join(
        message["content"]["data"]["text/plain"] for message in said if message["msg_type"] == "execute_result"
    )
