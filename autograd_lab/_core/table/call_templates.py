"""The templates of a row's written call, one for each step of `call.call`; ``written_call.py`` fills in the blanks."""

HEAD = """\
def {name}({signature}):
    {hidden}state = thread.state
    if state.careful or {odd}:  # careful: a recorder or inference mode is on
        return otherwise({given}{rest})
"""
UNWRAP = """\
{arrays}
    kind = {first}_array.dtype
"""
UNLIKE = """\
    if {wrong}:
        return otherwise({given})
"""
UNWRAP_FIRST = """\
    {one}_array = {one}._data
    scalar = {one}_array.__class__
"""
NO_EDGE = """\
    {other}_edge = metadata = None
"""
MEET = """\
        if isinstance({other}, Tensor):
            {other}_array = {other}._data
            if scalar is not {other}_array.__class__ or scalar not in SCALARS:
                kind, other_kind = {one}_array.dtype, {other}_array.dtype
{metadata}{together}{edge}\
        elif {other}.__class__ is float or {other}.__class__ is int:
            {other}_array = {other}
{together_with_number}\
        else:
            raise TypeError
"""
METADATA = """\
                if kind is not other_kind or {one}_array.shape != {other}_array.shape:
                    metadata = ({one}_array.shape, kind), ({other}_array.shape, other_kind)
"""
TOGETHER = """\
{indent}if {apart}:
{indent}    {one}_array, {other}_array = state.without_warnings(together, ({one}_array, {other}_array), {to_float})
"""
MAKE_SHAREABLE = """\
    if {first}_array.__class__ is not ndarray:  # a NumPy scalar has no memory that could be looked at
        {first}_array = {first}._data = asarray({first}_array)
"""
COMPUTE = """\
    try:
{meet}{refuse}        {outputs} = state.without_warnings(forward, {values})
    except Exception:
        return otherwise({given})  # which looks at the arguments, and has PyTorch's words for what is wrong
"""
REFUSE = """\
        refuse({values})
"""
WRAP = """\
    result = new(Tensor)
    result._data = array
    result._fn = result._grad = result._shared = result._written = None
    result._requires = False
"""
WRAP_OTHERS = """\
    outputs = [result, {others}]
"""
SHARE = """\
    share_memory({first}, result)
"""
RECORD = """\
    if state.grad_enabled:
{edges}
        if {wanted}:
            result._fn = node = {node}()
            node._edges = {targets}
            node._saved = {saved}
            node._attributes = {attributes}
            node._input_metadata = {metadata}
            node._extras = None
            node._number = state.next_number()
            if watchers.inference_made:
                refuse_inference(node._saved)
            if watchers.count:  # hooks on saved tensors, anomaly mode
                node_made(node, {made})
        elif {rare}:
            record(plan, {all}, {made})
"""
EDGE = "{0}_edge = {0}._edge() if {0}._shared is not None else {0} if {0}._requires else {0}._fn"
