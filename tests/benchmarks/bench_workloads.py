"""The workloads as pytest-benchmark cases, one group each, the floor beside the engines.

    OMP_NUM_THREADS=1 pytest tests/benchmarks/bench_workloads.py

An ordinary run of pytest does not collect this file: its name does not begin with ``test_``. For ratios that hold
on a busy machine, see `compare.py`.
"""

import time

import peers
import pytest
from workloads import WORKLOADS

pytest.importorskip("pytest_benchmark", reason="pytest-benchmark is not installed: pip install -e '.[bench]'")
pytestmark = pytest.mark.benchmark(timer=time.process_time, warmup=True)


@pytest.fixture(scope="module")
def peer(request):
    if not peers.installed(request.param):
        pytest.skip(f"{request.param} is not installed")
    return peers.load(request.param)


@pytest.mark.parametrize("name", WORKLOADS)
def test_floor(benchmark, name):
    benchmark.group = f"{name}: {WORKLOADS[name].text}"
    step, _ = WORKLOADS[name].floor(WORKLOADS[name].data())
    benchmark(step)


@pytest.mark.parametrize("name", WORKLOADS)
@pytest.mark.parametrize("peer", peers.MODULES, indirect=True)
def test_engine(benchmark, peer, name):
    benchmark.group = f"{name}: {WORKLOADS[name].text}"
    step = peers.prepare(peer, name)
    if step is None:
        pytest.skip("it has no means for this workload")
    benchmark(step)
