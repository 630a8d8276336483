"""Small programs in which planted bugs show, or do not."""


def diamond(a, b):
    c = a * b
    d = c + a
    return c * d


def swapped(a, b):
    c = a * b
    d = c + a
    return d * c


def diamond_and_d(a, b, d):
    c = a * b
    return (c + d) * c


def another_order(a, b):
    c, d = a * 2, b * 3
    return d + c


def twice(a, b):
    return a * b + a


def chain(a):
    u = a * 3
    return u.exp()


def pair(v):
    x, y = v.unbind()
    return x * y * y


def stretched(a, v):
    return (a * v).sum()
