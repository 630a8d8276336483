"""Which of several equal elements comes first, when an algorithm does not promise it.

PyTorch's sort and topk use the C++ standard library, which does not keep equal elements in order; the gradient goes to
the one that happens to be picked. These are the same algorithms, step by step, on lists of (rank, place) pairs,
compared by rank alone. They run only where equal elements decide.

C++: libstdc++'s bits/stl_algo.h and bits/stl_heap.h; PyTorch: aten/src/ATen/native/Sorting.cpp.
"""

Pairs = list[tuple[float, int]]

_SMALL = 16
"""std::sort leaves runs of up to so many elements to an insertion sort, which keeps equal elements in order."""


def _depth(count: int) -> int:
    """How often a range may be split before a heap takes over."""
    return 2 * (count.bit_length() - 1) if count else 0


def _sift(pairs: Pairs, first: int, hole: int, size: int, value: tuple[float, int]) -> None:
    """Let the hole sink to the bottom of the heap along the larger children, then let ``value`` rise from there."""
    top, child = hole, hole
    while child < (size - 1) // 2:
        child = 2 * (child + 1)
        if pairs[first + child][0] < pairs[first + child - 1][0]:
            child -= 1
        pairs[first + hole] = pairs[first + child]
        hole = child
    if size % 2 == 0 and child == (size - 2) // 2:
        child = 2 * (child + 1)
        pairs[first + hole] = pairs[first + child - 1]
        hole = child - 1
    parent = (hole - 1) // 2
    while hole > top and pairs[first + parent][0] < value[0]:
        pairs[first + hole] = pairs[first + parent]
        hole, parent = parent, (parent - 1) // 2
    pairs[first + hole] = value


def _heap_select(pairs: Pairs, first: int, middle: int, last: int) -> None:
    size = middle - first
    for parent in range((size - 2) // 2, -1, -1):
        _sift(pairs, first, parent, size, pairs[first + parent])
    for place in range(middle, last):
        if pairs[place][0] < pairs[first][0]:
            value, pairs[place] = pairs[place], pairs[first]
            _sift(pairs, first, 0, size, value)


def partial_sort(pairs: Pairs, count: int) -> None:
    """std::partial_sort: the ``count`` smallest come to the front, in order."""
    _heap_select(pairs, 0, count, len(pairs))
    for last in range(count - 1, 0, -1):
        value, pairs[last] = pairs[last], pairs[0]
        _sift(pairs, 0, 0, last, value)


def _median_to_front(pairs: Pairs, front: int, a: int, b: int, c: int) -> None:
    one, two, three = pairs[a][0], pairs[b][0], pairs[c][0]
    if one < two:
        chosen = b if two < three else c if one < three else a
    else:
        chosen = a if one < three else c if two < three else b
    pairs[front], pairs[chosen] = pairs[chosen], pairs[front]


def _partition(pairs: Pairs, first: int, last: int) -> int:
    """Split around the median of three; returns where the second part begins."""
    _median_to_front(pairs, first, first + 1, first + (last - first) // 2, last - 1)
    pivot, up, down = pairs[first][0], first + 1, last
    while True:
        while pairs[up][0] < pivot:
            up += 1
        down -= 1
        while pivot < pairs[down][0]:
            down -= 1
        if up >= down:
            return up
        pairs[up], pairs[down] = pairs[down], pairs[up]
        up += 1


def _quicksort(pairs: Pairs, first: int, last: int, depth: int) -> None:
    pending = [(first, last, depth)]
    while pending:
        first, last, depth = pending.pop()
        while last - first > _SMALL:
            if not depth:
                part = pairs[first:last]
                partial_sort(part, len(part))
                pairs[first:last] = part
                break
            depth -= 1
            cut = _partition(pairs, first, last)
            pending.append((cut, last, depth))
            last = cut


def _insertion_sort(pairs: Pairs) -> None:
    """Written out, because with nan, which is not less than anything, a sort of another kind ends differently."""
    for place in range(1, len(pairs)):
        value = pairs[place]
        hole = place
        if place < _SMALL and value[0] < pairs[0][0]:
            pairs[1 : place + 1] = pairs[:place]
            hole = 0
        while hole and value[0] < pairs[hole - 1][0]:
            pairs[hole] = pairs[hole - 1]
            hole -= 1
        pairs[hole] = value


def sort(pairs: Pairs) -> None:
    """std::sort: a quicksort down to short runs, then an insertion sort."""
    _quicksort(pairs, 0, len(pairs), _depth(len(pairs)))
    _insertion_sort(pairs)


def nth_element(pairs: Pairs, nth: int) -> None:
    """std::nth_element: what belongs at ``nth`` comes there, smaller ones before it, larger ones after it."""
    first, last, depth = 0, len(pairs), _depth(len(pairs))
    while last - first > 3:
        if not depth:
            _heap_select(pairs, first, nth + 1, last)
            pairs[first], pairs[nth] = pairs[nth], pairs[first]
            return
        depth -= 1
        cut = _partition(pairs, first, last)
        if cut <= nth:
            first = cut
        else:
            last = cut
    pairs[first:last] = sorted(pairs[first:last], key=lambda pair: pair[0])
