"""One at a time reads a file and writes it; a lock that a killed kernel left behind stops nobody for long."""

import threading
import time

from autograd_lab.exercises import progress_file
from autograd_lab.exercises.progress_file import locked


def test_one_at_a_time(tmp_path):
    file, inside, most = tmp_path / "numbers", [], []

    def work():
        for _ in range(20):
            with locked(file):
                inside.append(1)
                time.sleep(0.001)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (set(most), len(most)) == ({1}, 80)
    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_stays_is_taken_away(tmp_path, monkeypatch):
    monkeypatch.setattr(progress_file, "PATIENCE", 0.2)
    lock = tmp_path / "numbers.lock"
    lock.touch()
    began = time.perf_counter()
    with locked(tmp_path / "numbers"):
        assert lock.exists()
    assert 0.2 <= time.perf_counter() - began < 2
    assert not lock.exists()


def test_who_held_it_too_long_leaves_the_next_ones_lock(tmp_path, monkeypatch):
    monkeypatch.setattr(progress_file, "PATIENCE", 0.05)
    lock = tmp_path / "numbers.lock"
    with locked(tmp_path / "numbers"):
        time.sleep(0.1)
    assert lock.exists()


def test_where_no_lock_can_be_made_nothing_is_waited_for(tmp_path):
    with locked(tmp_path / "missing" / "numbers"):
        pass
