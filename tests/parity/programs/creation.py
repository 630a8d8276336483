# ruff: noqa: F821
"""Making tensors: numbers, shapes, dtypes, devices, and what is refused."""

# %% devices
lines("""
str(torch.device('cpu')), torch.device('cpu')=='cpu', torch.device('cpu')==torch.device('cpu'), torch.zeros(2).device, hash(torch.device('cpu'))==hash(torch.device('cpu'))
torch.zeros(2).cuda()
torch.zeros(2).to('foo')
torch.tensor([1,2],device='cpu')
torch.tensor([1,2],device='cuda')
""")

# %% from_numbers
import numpy as np

lines("""
torch.tensor([torch.tensor(1),2.5])
torch.tensor(np.array([1,2],dtype='>f4'))
torch.tensor([2**63])
torch.tensor(float('nan'),dtype=torch.int64)
torch.tensor([1.,2.],dtype=float)
torch.tensor([2.,torch.tensor([1.,2.])])
torch.tensor([1.,[2]])
torch.tensor([np.array([1]),np.array([2.])])
torch.zeros(-1)
torch.zeros(torch.tensor(2))
torch.arange(1,3,dtype=torch.bool)
torch.arange(3,requires_grad=True)
torch.linspace(0,1,5), torch.linspace(0,1,1), torch.linspace(0,1,0), torch.linspace(1,0,3), torch.linspace(0,10,5,dtype=torch.int64), torch.linspace(0,1,steps=3)
torch.eye(2,-1)
torch.full((2,'a'),1)
torch.full((2.,),1)
torch.full((2,),300,dtype=torch.uint8)
torch.arange(0,2.5,0.5,dtype=torch.int64)
torch.linspace(0,1,3,dtype=torch.bool)
""")

# %% like_another
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
i = torch.tensor([1, 2])
lines("""
x.new_zeros(2,3), x.new_zeros((2,)), x.new_ones([2]), x.new_full((2,),3), x.new_full((2,),3.5), i.new_full((2,),3.5), x.new_empty(2).shape, x.new_tensor([1,2]), i.new_tensor([1.5]), x.new_zeros(()), x.new_zeros(2,dtype=torch.int64), x.new_ones(2,requires_grad=True)
x.new_tensor(x)
torch.is_tensor(x),torch.is_tensor(1),torch.is_floating_point(x),torch.is_floating_point(i),torch.numel(x), x.is_complex()
torch.finfo(torch.float32), torch.finfo(torch.float64), torch.finfo(torch.float16), torch.finfo(), torch.finfo(torch.float32).eps, torch.finfo(torch.float32).max, torch.finfo(torch.float64).tiny, torch.finfo(torch.float32).bits, torch.finfo(torch.float32).min, torch.finfo(torch.float32).resolution, torch.finfo(torch.float32).dtype, torch.finfo(torch.float32).smallest_normal
torch.finfo(torch.int32)
torch.finfo(3)
torch.finfo(torch.float32)==torch.finfo(torch.float32)
torch.Size([1,2]), torch.Size(), torch.Size((2,3)).numel(), torch.Size([2,3])[0], torch.Size([2,3])[:1], torch.Size([2])+(3,), torch.Size([2])*2, torch.Size([2])==(2,), torch.Size([1.5])
torch.typename(x), torch.typename(torch.float32), torch.typename(3), torch.typename(i), torch.typename([])
torch.set_default_dtype('a')
torch.get_default_device()
torch.set_default_device('cpu'), torch.set_default_device(None)  # None: PyTorch would go on through another path
torch.cuda.is_available(), torch.cuda.device_count(), torch.backends.mps.is_available(), torch.backends.cudnn.is_available(), torch.accelerator.is_available(), torch.cuda.manual_seed(1), torch.cuda.manual_seed_all(1), torch.cuda.empty_cache()
torch.cuda.synchronize()
torch.zeros(2,out=torch.ones(2)), torch.ones(2,out=torch.zeros(3))
isinstance(x,torch.FloatTensor), isinstance(i,torch.FloatTensor), isinstance(i,torch.LongTensor), type(torch.FloatTensor([1])), torch.FloatTensor.dtype
x.is_cuda, x.layout, x.is_sparse, x.itemsize, x.nbytes, x.element_size(), x.stride(), x.storage_offset(), x.t().stride(), x.stride(0), x[1].storage_offset()
x.data_ptr()==x.detach().data_ptr(), x.is_quantized, x.is_mkldnn, x.is_meta, x.is_inference(), x.ndimension(), x.real is x, x.is_shared()
torch.tensor(1.).size(0)
x.size('a')
x.cpu() is x
torch.foo
""")

# %% from_arrays
import numpy as np

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
i = torch.tensor([1, 2])
lines("""
torch.as_tensor(a)
torch.as_tensor(np.arange(3)[::-1])
""")

# %% any_sequence
import array
import collections


class Own:
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]


itself = []
itself.append(itself)
for label, data in {
    "deque": collections.deque([1.0, 2.0]),
    "UserList": collections.UserList([1, 2]),
    "array": array.array("d", [1, 2]),
    "own": Own(Own(1, 2), Own(3, 4)),
    "mixed": [Own(1, 2), (3, 4.5)],
    "named": collections.namedtuple("Point", "x y")(1, 2),
    "uneven": [collections.deque([1, 2]), [3]],
    "letters": Own("a"),
    "UserString": collections.UserString("a"),
    "itself": itself,
    "dict": {1: 2},
    "set": {1},
    "iterator": iter([1]),
}.items():
    attempt(label, lambda data=data: torch.tensor(data))
    attempt(label, lambda data=data: torch.as_tensor(data))
show("FloatTensor", torch.FloatTensor(collections.deque([1, 2])))
attempt("folder", lambda: torch.save(torch.ones(1), "no/such/folder/file.pt"))
