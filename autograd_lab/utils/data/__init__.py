"""Data sets and batches. After the same `manual_seed`, ``shuffle=True`` gives PyTorch's own order.

PyTorch: torch/utils/data.
"""

from ..._core.base.left_out import refusing as _refusing
from . import dataloader as dataloader
from . import dataset as dataset
from . import sampler as sampler
from .dataloader import DataLoader as DataLoader
from .dataloader import default_collate as default_collate
from .dataloader import default_convert as default_convert
from .dataloader import get_worker_info as get_worker_info
from .dataset import ConcatDataset as ConcatDataset
from .dataset import Dataset as Dataset
from .dataset import IterableDataset as IterableDataset
from .dataset import Subset as Subset
from .dataset import TensorDataset as TensorDataset
from .dataset import random_split as random_split
from .sampler import BatchSampler as BatchSampler
from .sampler import RandomSampler as RandomSampler
from .sampler import Sampler as Sampler
from .sampler import SequentialSampler as SequentialSampler
from .sampler import SubsetRandomSampler as SubsetRandomSampler
from .sampler import WeightedRandomSampler as WeightedRandomSampler

__getattr__ = _refusing(__name__)
