"""Anomaly mode: a backward that names the forward line of a nan. How it works: `_core/anomaly_mode.py`.

PyTorch: torch/autograd/anomaly_mode.py.
"""

from .._core.anomaly_mode import detect_anomaly as detect_anomaly
from .._core.anomaly_mode import set_detect_anomaly as set_detect_anomaly
