"""Lesson 11, a real network: what a batch does, what goes wrong in training, and the learner's own engine."""

import math

import numpy as np

import autograd_lab

from .. import Tensor, tensor
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from . import digits, own_engine, own_shapes, own_walk
from .answer_values import Choice, Numbers, Table
from .bank import exercise
from .exercise import WHOLE, Exercise, Look, Wrong
from .own_engine import PROBES, OwnEngine
from .programs import leaf

AT_SOFTMAX = Look("RuleApplied", "LogSoftmaxBackward0")


# ----- one batch ------------------------------------------------------------------------------------------------------
def _batch(scale: float = 1.0, bias: float = 0.0) -> Trace:
    """A network like the lesson's, and small: two images of four pixels, ten digits."""
    made = digits.weights(4, 3, 10)
    for w in made[::2]:
        w.data.mul_(scale)
    made[1].data.add_(bias)
    x, labels = tensor([[0.0, 1.0, 0.5, 0.25], [1.0, 0.0, 0.75, 0.5]]), tensor([3, 8])
    with record(names={}) as trace:
        digits.loss_of(x, labels, *made).backward()
    return trace


@exercise("L11.P1")
def first_loss() -> Exercise:
    none, one, right, hundred = "about 0", "about 1", "about 4.6", "about 100"
    return Exercise(
        prompt="""
            Another network sorts images into a hundred kinds. Its weights are small random numbers: it knows nothing
            yet. How large is its first loss?""",
        form=Choice((none, one, right, hundred)),
        answer=right,
        wrong=(
            Wrong(none, "").reply("""
                A loss of 0 needs a probability of 1 for the right kind, in each image. This network only guesses.
                If all hundred kinds look the same to the network, which probability does the right kind get?"""),
            Wrong(one, "").reply("""
                A loss of 1 needs a probability of about 0.37 for the right kind: -ln 0.37 is 1. That would be a good
                guess among three kinds.
                If all hundred kinds look the same to the network, which probability does the right kind get?"""),
            Wrong(hundred, "").reply("""
                There are a hundred kinds, but the loss is not their number. A loss of 100 needs a probability of
                e^-100 for the right kind: the network would be sure, and wrong.
                If all hundred kinds look the same to the network, which probability does the right kind get?"""),
        ),
        trace=None,
        look=None,
        why="""
            Each of a hundred kinds gets a probability of about 1/100, and -ln(1/100) = ln 100 ≈ 4.6. For ten digits, a
            first loss is about ln 10 ≈ 2.3. If a first loss is far from that, look at the initial weights.""",
    )


# ----- p − y ----------------------------------------------------------------------------------------------------------
_LOGITS = """
z = al.tensor([[0., math.log(2), 0.]])
z.requires_grad_()
# softmax: e to the power of each logit is 1, 2, 1;
# divided by their sum, these are p = 0.25, 0.5, 0.25
F = al.nn.functional
F.cross_entropy(z, al.tensor([2])).backward()
"""
_P, _ONE = (0.25, 0.5, 0.25), (0, 0, 1)


def _softmax_trace() -> Trace:
    z = leaf([[0.0, math.log(2), 0.0]], "z")
    with record(names={"z": z}) as trace:
        autograd_lab.nn.functional.cross_entropy(z, tensor([2])).backward()
    return trace


_WRONG_SLOPES = (
    Wrong([*_P], "M63").reply("""
        You return p. Then the right digit, too, would be pushed down, and the three numbers wouldn't add up to 0.
        If z[2] grows, does the loss grow?"""),
    Wrong([one - p for p, one in zip(_P, _ONE, strict=True)], "M63").reply("""
        That is y - p: the direction in which the logits should move. The gradient says how the *loss* moves.
        If z[1] grows, does the loss grow or fall?"""),
    Wrong([-0.25, -0.5, -0.25], "M63").reply("""
        That is -p. It would mean that the loss falls whichever logit grows, even a wrong digit's.
        If z[1] grows, does p[2] grow or shrink?"""),
    Wrong([p - 1 for p in _P], "M63").reply("""
        You took 1 off everywhere. The label is 1 in only one place.
        What is y for the first two digits?"""),
    Wrong([0.25, 0.5, 0.75], "M63").reply("""
        The three sizes are right. But then all logits would have to shrink, even the right digit's.
        If z[2] grows, does the loss grow or fall?"""),
    *(
        Wrong([0.25, 0.5, last], "M63").reply("""
            The first two are right. If all three logits grow by the same amount, the probabilities stay as they are,
            and so does the loss: the three slopes add up to 0.
            What do your three numbers add up to?""")
        for last in (-0.25, -1, -0.5, 0)
    ),
    *(
        Wrong([1, 2, last], "M63").reply("""
            1 and 2 are powers of e. The slope is the share that each power has in their sum.
            If z[0] grows, which share of the sum grows with it?""")
        for last in (-3, 0, 1)
    ),
    *(
        Wrong([third, third, last], "M63").reply("""
            That would be right for three equal logits. Here the second one is larger.
            Which of the two wrong digits gets the higher probability?""")
        for third, last in ((1 / 3, -2 / 3), (0.333, -0.666), (0.333, -0.667), (0.33, -0.66), (0.33, -0.67))
    ),
    *(
        Wrong(thirds, "M52").reply("""
            You divided by the number of digits. The loss is a mean over the images, and here there is one image.
            What is the mean of a single number?""")
        for thirds in ([0.25 / 3, 0.5 / 3, -0.25], [0.0833, 0.1667, -0.25], [0.083, 0.167, -0.25], [0.08, 0.17, -0.25])
    ),
    Wrong([0, 0, 1], "M63").reply("""
        That is the label y. A gradient says how fast the loss moves, and that depends on the probabilities, too.
        If z[2] grows, does the loss grow or fall?"""),
    Wrong([0.75, 0.5, -0.25], "M63").reply("""
        That is 1 - p for the wrong digits and -p for the right digit. If the network were sure and right, with
        p = [0, 0, 1], this would give [1, 1, -1].
        How fast should the loss move where the network is sure and right?"""),
    Wrong([0, 0, -0.75], "M63").reply("""
        The other logits count, too. When one of them grows, p of the right digit shrinks, since all share one sum.
        If z[0] grows, what happens to p[2]?"""),
    Wrong([0, 0, -4], "M63").reply("""
        -1/p is the slope with respect to p. The question is about z, which is one step further back.
        By how much does p[2] move when z[2] moves?"""),
    Wrong([-4, -2, -4], "M63").reply("""
        -1/p is the slope of -ln p with respect to p. The question is about z, one step further back.
        If z[0] grows, does p[2] grow or shrink?"""),
    Wrong([0, 0, -1], "M63").reply("""
        This is what cross-entropy sends to log_softmax. There the probabilities come in.
        If z[0] grows, what happens to p[2]?"""),
    Wrong([0, 0, 0], "M63").reply("""
        Slopes of 0 would mean that no logit can make the loss smaller. But p[2] is 0.25, and 1 would be best.
        If z[2] grows, does the loss grow or fall?"""),
    *(
        Wrong([0, z, -1], "M63").reply("""
            You took the label off the logits. It must be taken off the probabilities.
            Which three numbers are the probabilities?""")
        for z in (math.log(2), 0.693, 0.69, 0.7)
    ),
)


@exercise("L11.1")
def p_minus_y() -> Exercise:
    trace = _softmax_trace()
    return Exercise(
        prompt="""
            One image, three digits, and the right one is number 2. The loss is -ln p[2]. How fast does it grow with
            each logit: what is z.grad?""",
        setup=_LOGITS,
        form=Numbers(3),
        answer=[p - one for p, one in zip(_P, _ONE, strict=True)],
        wrong=_WRONG_SLOPES,
        trace=trace,
        look=AT_SOFTMAX,
        otherwise={
            WHOLE: "-ln p[2] is the logarithm of the sum of the three powers, minus z[2]. If z[0] grows, which share "
            "of the sum grows with it? And if z[2] grows?"
        },
        why="The gradient is p - y: each digit's probability, and for the right digit 1 less. So it adds up to 0.",
        hints=(
            "-ln p[2] is ln(sum of the powers) - z[2]. Which of the two parts moves when z[0] grows? And when z[2] "
            "grows?",
            "When z[0] grows, the sum of the powers grows, and z[0] has the share p[0] in it: the slope is 0.25. For "
            "z[2] the other part counts, too.",
            "Write the label as three numbers, y: 1 for the right digit, else 0. The gradient is p - y.",
        ),
    )


# ----- zeros ----------------------------------------------------------------------------------------------------------
@exercise("L11.P2")
def weights_of_zero() -> Exercise:
    every, second, right, none = "all four", "only those of W2 and b2", "only that of b2", "none of them"
    return Exercise(
        prompt="""
            Somebody starts the network above with zeros: W1, b1, W2 and b2. After the first backward, which of the four
            gradients have numbers other than 0?""",
        form=Choice((every, second, right, none), told_by_a_step=False),
        answer=right,
        wrong=(
            Wrong(every, "M61").reply("""
                What goes back to the first layer is multiplied by W2.
                What is anything times a W2 of zeros?"""),
            Wrong(second, "M61").reply("""
                What goes to W2 is hiddenᵀ times what arrives. The hidden numbers are relu(x @ W1 + b1).
                What are the hidden numbers when W1 and b1 are zeros?"""),
            Wrong(none, "M61").reply("""
                Every digit gets the same probability, so the loss still moves with each logit. The message for the
                logits reaches a sum before any weight.
                Which parameter does that sum send its message to, unchanged?"""),
        ),
        trace=_batch(0.0),
        look=None,  # no step shows it alone; the verdict comes at once
        why="""
            W2 multiplies what goes back, and the hidden numbers multiply what goes to W2: both are 0. So nothing but b2
            ever moves, and the network learns only how frequent each digit is.""",
    )


# ----- three runs -----------------------------------------------------------------------------------------------------
_WRONG_REPAIRS = {
    ("A", digits.START): ("M61", "in run A all four norms are above 0 at the first step, so no weight is stuck at 0."),
    ("A", digits.SLOWER): (
        "M7",
        "a rate that is too large would make the loss jump in the second step. Here the loss falls at first, though "
        "the norms grow from step to step.",
    ),
    ("A", digits.LONGER): ("M7", "the loss is higher than at the start. More of the same steps won't fix that."),
    ("B", digits.CLEAR): (
        "M7",
        "gradients that add up grow. W1 and W2 have gradients of exactly 0 from the first step on.",
    ),
    ("B", digits.SLOWER): ("M61", "with a gradient of 0, no rate moves W1 and W2."),
    ("B", digits.LONGER): ("M61", "each step multiplies by the same zeros, so W1 and W2 never move."),
    ("C", digits.CLEAR): (
        "M7",
        "gradients that add up don't end at exactly 0. Here W1 has a gradient at first, then none.",
    ),
    ("C", digits.START): (
        "M61",
        "at the first step, W1 and W2 have gradients, so they didn't start at 0. Something stopped them.",
    ),
    ("C", digits.LONGER): (
        "M62",
        "where x @ W1 + b1 is negative for every image, relu sends 0 back. Such a unit no longer gets a gradient.",
    ),
}
_ASKS = {
    "A": "How do the norms of A compare with those of the first step? What could make all of them grow?",
    "B": "Which norms of B are 0 already at the first step? What multiplies them?",
    "C": "When do the norms of C become 0? What happened in the step before?",
}


@exercise("L11.2")
def three_repairs() -> Exercise:
    return Exercise(
        prompt=f"""
            Choose a repair for each run. A and B train with the learning rate {digits.RATE:g}, C with
            {digits.FAULTS["C"].lr:g}. (A healthy loss falls well below 1, and no norm is 0 for long.)""",
        form=Table(
            dict.fromkeys("ABC", Choice((digits.CLEAR, digits.START, digits.SLOWER, digits.LONGER))),
            {run: f"run {run}" for run in "ABC"},
        ),
        answer={"A": digits.CLEAR, "B": digits.START, "C": digits.SLOWER},
        wrong=tuple(
            Wrong({run: given}, idea).reply(f"{run}: {text}\n{_ASKS[run]}")
            for (run, given), (idea, text) in _WRONG_REPAIRS.items()
        ),
        trace=_batch(1.0, bias=-9.0),
        look=None,  # the plots decide it
        why="""
            A keeps old gradients in `.grad`. B starts at zeros. In C the first steps of 10 × the gradient threw the
            hidden units below 0 for every image: relu sends nothing back to them, so they stay there.""",
        hints=(
            "Look at the norms, not at the loss: which are 0, and from which step on?",
            "Gradients that pile up are too large. Zeros from the first step on are zeros in the weights. Zeros that "
            "come later are units that relu has switched off.",
            "Worked out for B: W1 and W2 have norm 0 at step 1, before any update. So the rate can't be the cause.",
        ),
    )


# ----- the learner's engine -------------------------------------------------------------------------------------------
def _rules(right: str, wrong: str, idea: str = "") -> Wrong:
    """Shipped rules, with something else in the place of ``right``."""
    assert right in own_engine.RULES, right
    return Wrong(own_engine.RULES.replace(right, wrong), idea)


_RELU, _MEAN, _CROSS = "return g * (x > 0)", "return g * al.ones_like(x) / x.numel()", "return g * (p - y)"
_UPSTREAM = "If g were 10 times as large, how large should the gradient be?"
_WRONG_RULES = (
    _rules("return g, g", "return 1, 1", "M26").reply(f"""
        The rule `add` sends 1: that is the slope of a sum, without what arrived.
        {_UPSTREAM}"""),
    _rules("return g, g", "return al.ones_like(x), al.ones_like(b)", "M26").reply(f"""
        The rule `add` sends ones: that is the slope of a sum, without what arrived.
        {_UPSTREAM}"""),
    _rules("return g, g", "return g, g.sum(0)").reply("""
        The rule `add` adds up the rows itself. The engine does that: it calls `unbroadcast` on what a rule returns.
        What is left for the rule to return?"""),
    _rules("return g, g", "return g, -g").reply("""
        The rule `add` sends -g to b. That is the rule of a difference.
        If b grows by 1, does x + b grow or shrink?"""),
    _rules("return g, g", "return g / 2, g / 2").reply("""
        The rule `add` splits g. Each input moves the sum by the full amount, whatever the other input does.
        If b grows by 1, by how much does x + b grow?"""),
    _rules("return g, g", "return g, None", "M45").reply("""
        The rule `add` sends nothing to b, as if b needed no gradient.
        Does y move when b moves?"""),
    _rules("return g * w, g * x", "return w, x", "M26").reply(f"""
        The rule `mul` sends the slope alone, without what arrived.
        {_UPSTREAM}"""),
    _rules("return g * w, g * x", "return g * x, g * w", "S4").reply("""
        The rule `mul` has the factors swapped: the slope with respect to x is the *other* factor.
        In 3 · 5, by how much does the product grow when the 3 grows by 1?"""),
    _rules("return g * w, g * x", "return g, g").reply("""
        The rule `mul` sends what arrived, as a sum does. A product multiplies it by a slope.
        In 3 · 5, by how much does the product grow when the 3 grows by 1?"""),
    _rules(_RELU, "return g", "M62").reply("""
        The rule `relu` sends everything. Where x is below 0, y is 0 and stays 0.
        If x is -2 and grows a little, does y move?"""),
    _rules(_RELU, "return g * (x >= 0)", "M54").reply("""
        The rule `relu` sends g where x is exactly 0, too. There PyTorch takes the slope 0.
        Which comparison leaves 0 out?"""),
    _rules(_RELU, "return x > 0", "M26").reply(f"""
        The rule `relu` sends the slope alone, 0 or 1, without what arrived.
        {_UPSTREAM}"""),
    _rules(_RELU, "return g * 1.0 * (x > 0) * x").reply("""
        The rule `relu` multiplies by x as well: that is the value. The slope is 1 wherever x is above 0.
        If x is 3 and grows by 0.1, by how much does y grow?"""),
    _rules(_RELU, "return g * (x < 0)").reply("""
        The rule `relu` sends what it should stop, and stops what it should send.
        If x is 3 and grows a little, does y move?"""),
    _rules(_RELU, "return g * (g > 0)").reply("""
        The rule `relu` looks at the sign of g. The slope depends on x, not on g.
        If x is 3 and grows a little, does y move, whatever g is?"""),
    _rules(_MEAN, "return g * al.ones_like(x)", "M52").reply("""
        The rule `mean` forgets 1/n: this is the rule of a sum.
        If one of six numbers grows by 6, by how much does their mean grow?"""),
    _rules(_MEAN, "return g * al.ones_like(x) / len(x)", "M52").reply("""
        The rule `mean` divides by the number of rows. It is a mean over all numbers of x.
        How many numbers does x have, in all its rows?"""),
    _rules(_MEAN, "return g / x.numel()", "M52").reply("""
        The rule `mean` sends one number, and x has several. A gradient has the shape of its input.
        Which share does each number of x get?"""),
    _rules(_MEAN, "return g * x / x.numel()").reply("""
        The rule `mean` multiplies by x. The slope doesn't depend on how large the numbers are.
        If one of six numbers grows by 6, by how much does their mean grow?"""),
    _rules(_MEAN, "return g * al.ones_like(x) * x.numel()", "M52").reply("""
        The rule `mean` multiplies by n where a mean divides.
        If one of six numbers grows by 6, by how much does their mean grow?"""),
    _rules(_CROSS, "return g * p", "M63").reply("""
        The rule `cross_entropy` sends p and forgets the label, so the right digit is pushed down like the others.
        In L11.1, what was taken off p, and where?"""),
    _rules(_CROSS, "return g * (y - p)", "M63").reply("""
        The rule `cross_entropy` has the wrong sign: y - p is where the logits should go. The loss would climb.
        If a wrong digit's logit grows, does the loss grow or fall?"""),
    _rules(_CROSS, "return p - y", "M26").reply(f"""
        The rule `cross_entropy` sends p - y without what arrived. A mean follows it and sends 1/32 to each row.
        {_UPSTREAM}"""),
    _rules(_CROSS, "return g * (z - y)", "M63").reply("""
        The rule `cross_entropy` takes the label off the logits. It is taken off the probabilities.
        Which variable has the probabilities?"""),
    _rules(_CROSS, "return g * (p - y) / len(z)", "M52").reply("""
        The rule `cross_entropy` divides by the number of rows. The mean that follows has already done that, in g.
        Which rule knows how many rows there are?"""),
    _rules(_CROSS, "return g * (p - 1)", "M63").reply("""
        The rule `cross_entropy` takes 1 off every probability. The label is 1 in only one place.
        Which argument has a 1 in that place, and 0 in the others?"""),
    *(
        _rules(_CROSS, f"return g * {right} * y", "M63").reply("""
            The rule `cross_entropy` sends 0 to the logits of the wrong digits. When one of them grows, p of the right
            digit shrinks, since all share one sum.
            In L11.1, what was z.grad for the two wrong digits?""")
        for right in ("p", "(p - 1)")
    ),
    _rules(_CROSS, "return g * p * (1 - p)", "M63").reply("""
        The rule `cross_entropy` sends the slope of each probability with respect to its own logit. The loss is -ln of
        one probability, and the label says which.
        Which argument says which digit is right, and where is it in your rule?"""),
    *(
        _rules(_CROSS, f"return g * (p - y).sum(1{keepdim})", "M63").reply("""
            The rule `cross_entropy` adds up each row of p - y, and these numbers add up to 0. A gradient has the shape
            of its input.
            How many numbers does z have in a row?""")
        for keepdim in ("", ", keepdim=True")
    ),
    _rules(_CROSS, "return 2 * g * (p - y)", "M63").reply("""
        The rule `cross_entropy` sends twice p - y, as if the loss were a square.
        Was there a factor 2 in z.grad in L11.1?"""),
    _rules(_CROSS, "return g * (p - y) / 32", "M52").reply("""
        The rule `cross_entropy` divides by 32. The mean that follows has already divided by the number of rows, in g.
        Which rule knows how many rows there are?"""),
    _rules(_CROSS, "return -g * y / p", "M63").reply("""
        The rule `cross_entropy` sends -y/p: the slope with respect to p. Its input is z, one step further back.
        What was z.grad in L11.1?"""),
)


_ABOUT_RULES = {
    "accumulate_grad": "`.grad` collects what arrives, pass after pass (lesson 04). If 7 was there and 1 arrives, what "
    "is there then? And if nothing was there?",
    "add": "If b grows by 1, by how much does x + b grow? What is that times g?",
    "mul": "In 3 · 5, by how much does the product grow when the 3 grows by 1? And when the 5 does? Each gradient is "
    "such a slope times g.",
    "relu": "Where x is above 0, y moves as x does; elsewhere y stays 0. What is the slope at x = 3, and at "
    "x = -2? Each number of g is multiplied by its own slope.",
    "mean": "If one of six numbers grows by 6, by how much does their mean grow? What is that times g?",
    "cross_entropy": "In L11.1, how was the gradient made of p = [0.25, 0.5, 0.25] and y = [0, 0, 1]? Here each image "
    "has such a row, and g has one number for each row.",
    "MatMul": "Which axis do g and w share, and which do x and g share? (Lesson 07)",
    "unbroadcast": "If b[0] grows by 1, how many numbers of y grow by 1? (Lesson 07)",
    "backward": "How does a node know that nothing more will arrive, and what is in its slot then? (Lesson 03)",
}
"""For a mistake that nobody foresaw: what each rule is about."""


@exercise("L11.3")
def write_rules() -> Exercise:
    return Exercise(
        prompt="""
            Your engine can walk, fill `.grad`, add up copies and multiply matrices. Write the rules that are missing.
            `g` is what arrives; return one gradient for each input that needs one.""",
        form=OwnEngine("Rules", own_engine.STARTING, own_engine.RULES, PROBES, untouched=lambda results: False),
        answer=own_engine.RULES,
        wrong=_WRONG_RULES,
        trace=_batch(),
        look=None,
        keeps="my_engine.py",
        otherwise=_ABOUT_RULES,
        why="Each rule is what arrived × a slope. That is all an engine knows about mathematics.",
        hints=(
            "Each rule is g × a slope. A sum has slope 1, a product the other factor, relu 1 or 0, a mean 1/n.",
            "`x > 0` can be multiplied: it counts as 1 or 0. `x.numel()` is how many numbers x has. Cross-entropy is "
            "L11.1, times g.",
            "`add`: `g, g`. `mul`: `g * w, g * x`. `relu`: "
            "`g * (x > 0)`. `mean`: `… / x.numel()`. `cross_entropy`: `g * (p - y)`.",
        ),
    )


def _engine(idea: str = "", **pieces: str) -> Wrong:
    """A whole engine with another piece."""
    return Wrong(own_engine.put_together_source(**pieces), idea)


_WRONG_PIECES = (
    _engine("M15", backward=own_walk.VISIT_ONCE).reply("""
        The walk runs nodes too early, depth first, so later messages are lost: a value that is used twice shows it.
        Think back to lesson 03: how does a node know that nothing more will arrive?"""),
    _engine("M9", backward=own_walk.changed("slot.get(target, 0) + message", "message")).reply("""
        The walk keeps only the last message to a node: a value that is used twice shows it.
        Think back to lesson 03: when a message arrives, what happens to what is in the slot already?"""),
    _engine("S10", backward=own_walk.changed("{root: seed}, [root]", "{root: seed * 0 + 1}, [root]")).reply("""
        The walk begins with 1, whatever seed it is given.
        Think back to lesson 03: how large should the gradients be if the seed is ten times as large?"""),
    _engine("M7", accumulate_grad="def accumulate_grad(before, g):\n    return g\n").reply("""
        `accumulate_grad` replaces what was in .grad, so only the last backward counts.
        Think back to lesson 04: what did the first backward leave in .grad?"""),
    _engine("M49", unbroadcast="def unbroadcast(g, shape):\n    return g\n").reply("""
        `unbroadcast` adds nothing up, so the one row b has a gradient for each row of x.
        Think back to lesson 07: what does backward do with the copies that forward made?"""),
    _engine("M49", unbroadcast=own_shapes.UNBROADCAST.replace("sum", "mean")).reply("""
        `unbroadcast` takes the mean of the copies. Each copy was used in full.
        Think back to lesson 07: if b[0] grows by 1, how many numbers of y grow by 1?"""),
    _engine("M50", MatMul=own_shapes.MATMUL.replace("g @ w.T, x.T @ g", "g @ w, x @ g")).reply("""
        `MatMul` has no transposes, so the axes don't meet.
        Think back to lesson 07: which axis do g and w share, and which do x and g share?"""),
    _engine(
        "M26", MatMul=own_shapes.MATMUL.replace("g @ w.T, x.T @ g", "al.ones_like(g) @ w.T, x.T @ al.ones_like(g)")
    ).reply(f"""
        `MatMul` works as if 1 had arrived everywhere.
        {_UPSTREAM}"""),
)


@exercise("L11.4")
def engine_of_your_own() -> Exercise:
    rules = tuple(
        Wrong(own_engine.put_together_source(Rules=wrong.answer), wrong.idea, None, wrong.text, wrong.ask)
        for wrong in _WRONG_RULES
    )
    return Exercise(
        prompt="""
            Is your engine right? It is tried on twelve small programs. If you change `my_engine.py`, run this cell
            again.""",
        form=OwnEngine(
            "my_engine",
            "my_engine = ex.my_engine()",
            own_engine.put_together_source(),
            PROBES,
            untouched=lambda results: False,
        ),
        answer=own_engine.put_together_source(),
        wrong=(*_WRONG_PIECES, *rules),
        trace=_batch(),
        look=None,
        otherwise=_ABOUT_RULES,
        why="""
            Twelve programs, and every gradient is the one that autograd_lab and PyTorch find. Your engine can train a
            network now.""",
        hints=(
            "The reply names a rule and a gradient. Each piece of `my_engine.py` has a heading that says its lesson.",
            "Look into that lesson, correct the piece there, and hand it in again.",
            "If you delete a piece from `my_engine.py`, the next `ex.my_engine()` puts its solution there.",
        ),
    )


# ----- more, if you like ----------------------------------------------------------------------------------------------
DEEP, WIDTH = 6, 16


def _deep_sigmoid() -> tuple[Trace, float]:
    """Six layers of sigmoid, and how many times as large the last layer's gradient is as the first one's."""
    random = np.random.default_rng(0)
    x = tensor(random.normal(size=(4, WIDTH)).astype(np.float32))
    layers = [
        tensor((random.normal(size=(WIDTH, WIDTH)) * WIDTH**-0.5).astype(np.float32), requires_grad=True, name=f"W{k}")
        for k in range(1, DEEP + 1)
    ]
    with record(names={}) as trace:
        h: Tensor = x
        for w in layers:
            h = (h @ w).sigmoid()
        h.sum().backward()
    return trace, float(layers[-1].grad.norm() / layers[0].grad.norm())


@exercise("L11.P3")
def six_sigmoids() -> Exercise:
    trace, ratio = _deep_sigmoid()
    choices = {"about as large as that of the last layer": 0, "about a tenth": 3, "less than a hundredth": 100}
    same, tenth, _ = choices
    return Exercise(
        prompt="""
            Six layers, each `h = (h @ W).sigmoid()`, with random weights of ordinary size. How large is the gradient
            of the first W, compared with that of the last?""",
        form=Choice(tuple(choices), told_by_a_step=False),
        answer=max((least, words) for words, least in choices.items() if ratio > least)[1],
        wrong=(
            Wrong(same, "M62").reply("""
                On its way to the first layer a message passes five more sigmoids, and each one multiplies it by its
                slope.
                How steep is a sigmoid where it is steepest?"""),
            Wrong(tenth, "M62").reply("""
                A tenth is what one or two sigmoids would leave. The message passes five more sigmoids.
                The steepest slope of a sigmoid is 1/4. What is the fifth power of 1/4?"""),
        ),
        trace=trace,
        look=None,
        why=f"""
            Each sigmoid multiplies by at most 1/4, and W doesn't make up for it: here the last layer's gradient is
            {float(f"{ratio:.1g}"):,.0f} times as large as the first layer's. With relu, whose slope is 1 or 0, both
            would be of the same order.""",
    )
