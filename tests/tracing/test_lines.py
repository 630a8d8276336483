"""``trace.text()`` for one node, or of one kind: the same lines with the same numbers, fewer of them."""

import pytest

import autograd_lab as al


@pytest.fixture(scope="module")
def trace():
    a, b = al.tensor(2.0, requires_grad=True), al.tensor(3.0, requires_grad=True)
    with al.record() as recorded:
        c = a * b
        (c + a).backward()
    return recorded


def numbers(text):
    return [int(line.partition(".")[0]) for line in text.splitlines()]


@pytest.mark.parametrize("details", [False, True])
def test_the_chosen_lines_are_lines_of_the_whole(trace, details):
    whole = trace.text(details=details).splitlines()
    for options in ({"node": "a"}, {"only": "backward"}, {"only": "GradAccumulated"}, {"node": "c", "only": "forward"}):
        chosen = trace.text(details=details, **options).splitlines()
        assert 0 < len(chosen) < len(whole)
        assert set(chosen) < set(whole)


def test_forward_and_backward_are_all(trace):
    whole = numbers(trace.text())
    assert sorted(numbers(trace.text(only="forward")) + numbers(trace.text(only="backward"))) == whole


def test_one_node(trace):
    assert numbers(trace.text(node="a")) == [4, 5, 6]
    assert trace.text(node="a") == trace.text(node="AccumulateGrad(a)")
    assert "MulBackward0" in trace.text(node="MulBackward0").splitlines()[0]


def test_words_that_there_are_not(trace):
    with pytest.raises(KeyError, match=r"no node 'z' in this trace; it has AddBackward0 #\d+, Mul"):
        trace.text(node="z")
    with pytest.raises(ValueError, match="only='forwards': say 'forward', 'backward', or a kind of event: OpRecorded"):
        trace.text(only="forwards")


def test_what_was_perhaps_meant():
    net = al.nn.Sequential(al.nn.Linear(2, 2), al.nn.Linear(2, 1))
    with al.record() as trace:
        net(al.ones(1, 2)).sum().backward()
    with pytest.raises(KeyError, match=r"no node 'weight' in this trace \(did you mean 'net.[01].weight' or '"):
        trace.text(node="weight")
    with pytest.raises(KeyError, match=r"did you mean 'net.1.weight' or"):
        trace.text(node="net.1.wieght")
    with pytest.raises(KeyError, match="no node 'x' in this trace; it has none"):
        al.Trace((), {}).text(node="x")
    assert trace.text(node=net[0].weight) == trace.text(node="net.0.weight") != ""


def test_saved_and_loaded(trace, tmp_path):
    path = tmp_path / "run.trace"
    trace.save(path)
    trace.save(str(path))
    assert al.Trace.load(path) == trace
    assert [file.name for file in tmp_path.iterdir()] == ["run.trace"]


def test_what_cannot_be_loaded(tmp_path):
    with pytest.raises(FileNotFoundError):
        al.Trace.load(tmp_path / "no")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(ValueError, match="This text is no JSON"):
        al.Trace.load(tmp_path / "text")


def test_a_file_that_cannot_be_written_leaves_nothing(trace, tmp_path):
    with pytest.raises(OSError, match=r"."):
        trace.save(tmp_path / "no" / "run.trace")
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError, match=r"."):
        trace.save(folder)
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_the_error_names_the_folder_and_not_our_own_file(trace, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"There is no such folder: .*no'$"):
        trace.save(tmp_path / "no" / "run.trace")
    with pytest.raises(IsADirectoryError, match="This is a folder"):
        trace.save(tmp_path)
