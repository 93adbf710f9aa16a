"""Label smoothing: a target that is not quite sure, and the loss that it gives."""

import torch
from torch import nn

from qbank import claim, solver
from qbank.exact import log

# Classes are counted from 1. `share` says who gets ε: "all" V classes, or the V − 1 "others" of the true class.


def others_share(V, eps, share):
    """What each class that is not the true one gets."""
    return eps / V if share == "all" else eps / (V - 1)


def true_share(V, eps, share):
    """What the true class keeps, and gets back where it is among those that share."""
    return 1 - eps + eps / V if share == "all" else 1 - eps


def row(V, y, gold, other):
    """V numbers: `gold` for class y, `other` for each other class."""
    return [gold if k == y else other for k in range(1, V + 1)]


def weighted(weights, values):
    """Σ q_k v_k."""
    return sum(q * v for q, v in zip(weights, values, strict=True))


def smoothed_loss(V, eps, share, **options):
    """PyTorch's loss. It spreads ε over all classes; over the others is the same with ε · V/(V−1)."""
    return nn.CrossEntropyLoss(label_smoothing=eps if share == "all" else eps * V / (V - 1), **options)


def gold_stays_ahead(V, eps):
    """The true class keeps more than every other one, under either convention."""
    return V > 1 and eps > 0 and eps * V < V - 1


def pulls_towards(criterion, V, y):
    """The target that a loss pulls predictions to: its gradient by the logits is softmax minus target. (V,)"""
    logits = torch.randn(V, requires_grad=True)
    criterion(logits, torch.tensor(y - 1)).backward()
    return logits.detach().softmax(dim=0) - logits.grad


# The target


@solver
def target(V, y, gold, other):
    """The true class gives ε away and all who share it get equal parts, so the V numbers still sum to 1."""
    return row(V, y, gold, other)


# The loss of a prediction


@solver
def loss(payments):
    """Cross-entropy with the smoothed target: every class pays its −ln p, weighted by its share of the target."""
    return sum(payments)


# The smallest loss there is


@solver
def loss_floor(gold, rest, gold_surprise, other_surprise):
    """The loss is smallest where the prediction is the target itself, and there it is the target's entropy."""
    return gold * gold_surprise + rest * other_surprise


# Back from a target to ε


@solver
def recovered_epsilon(V, missing, share):
    """What the true class lacks is ε, or the V − 1 parts of ε/V that it did not get back."""
    return missing * V / (V - 1) if share == "all" else missing


@target.working
@loss_floor.working
def gold(V, eps, share):
    return true_share(V, eps, share)


@target.working
def other(V, eps, share):
    return others_share(V, eps, share)


@target.confirm(gradients=True)
def where_the_loss_pulls(V, y, eps, share):
    """Run PyTorch's loss on random logits and read the target off its gradient."""
    return pulls_towards(smoothed_loss(V, eps, share), V, y)


@target.where
def class_exists(V, y, eps):
    return 1 <= y <= V and gold_stays_ahead(V, eps)


@target.misconception
def mixes_the_two_rules(V, y, eps):
    return row(V, y, 1 - eps, eps / V)


@target.misconception
def adds_without_taking_away(V, y, other):
    return row(V, y, 1 + other, other)


@target.misconception
def gives_each_other_class_all_of_it(V, y, eps):
    return row(V, y, 1 - eps, eps)


@target.misconception
def counts_from_zero(V, y, gold, other):
    return row(V, y + 1, gold, other) if y < V else None


@loss.working
def smoothed(p, y, eps, share):
    V = len(p)
    return row(V, y, true_share(V, eps, share), others_share(V, eps, share))


@loss.working
def surprises(p):
    return [-log(prob) for prob in p]


@loss.working
def payments(smoothed, surprises):
    return [q * surprise for q, surprise in zip(smoothed, surprises, strict=True)]


@loss.confirm(batch=["p"])
def cross_entropy_loss(p, y, eps, share):
    """Run PyTorch's loss on logits that give these probabilities."""
    criterion = smoothed_loss(p.shape[-1], eps, share, reduction="none")
    return criterion(p.log(), torch.full((len(p),), y - 1))  # (B, V), (B,) -> (B,)


@loss.where
def is_a_distribution(p, y, eps):
    return sum(p) == 1 and all(prob > 0 for prob in p) and 1 <= y <= len(p) and gold_stays_ahead(len(p), eps)


@loss.misconception
def charges_the_true_class_alone(y, surprises):
    return surprises[y - 1]


@loss.misconception
def charges_only_the_true_share(y, smoothed, surprises):
    return smoothed[y - 1] * surprises[y - 1]


@loss.misconception
def uses_a_target_that_sums_to_less(p, y, eps, surprises):
    return weighted(row(len(p), y, 1 - eps, eps / len(p)), surprises)


@loss.misconception
def answers_in_bits(payments):
    return sum(payments) / log(2)


@loss.misconception
def swaps_target_and_prediction(smoothed, p):
    return weighted(p, [-log(q) for q in smoothed])


@loss_floor.working
def rest(gold):
    return 1 - gold


@loss_floor.working
def gold_surprise(V, eps, share):
    return -log(true_share(V, eps, share))


@loss_floor.working
def other_surprise(V, eps, share):
    return -log(others_share(V, eps, share))


@loss_floor.confirm(gradients=True)
def loss_at_rest(V, eps, share):
    """Give PyTorch's loss the prediction at which its gradient vanishes, and read its value there."""
    criterion = smoothed_loss(V, eps, share)
    return criterion(pulls_towards(criterion, V, 1).log(), torch.tensor(0))


@loss_floor.where
def smoothing_is_moderate(V, eps):
    return gold_stays_ahead(V, eps)


@loss_floor.misconception
def reaches_zero(V):
    return 0 * V


@loss_floor.misconception
def forgets_the_other_classes(gold, gold_surprise):
    return gold * gold_surprise


@loss_floor.misconception
def knows_nothing(V):
    return log(V)


@loss_floor.misconception
def counts_one_other_class(V, gold, rest, gold_surprise, other_surprise):
    return gold * gold_surprise + rest / (V - 1) * other_surprise


@loss_floor.misconception
def floor_of_the_true_class_alone(gold_surprise):
    return gold_surprise


@loss_floor.misconception
def floor_in_bits(gold, rest, gold_surprise, other_surprise):
    return (gold * gold_surprise + rest * other_surprise) / log(2)


@recovered_epsilon.working
def missing(q):
    return 1 - q


@recovered_epsilon.working
def others(V):
    return V - 1


@recovered_epsilon.working
def each(missing, others):
    return missing / others


@recovered_epsilon.confirm(gradients=True)
def epsilon_that_pulls_there(V, q, share):
    """Look for the ε with which PyTorch's loss pulls the true class to q, halving the interval."""
    low, high = 0.0, 1.0 if share == "all" else 1 - 1 / V
    for _ in range(50):
        middle = (low + high) / 2
        reached = pulls_towards(smoothed_loss(V, middle, share), V, 1)[0]
        low, high = (middle, high) if reached > q else (low, middle)
    return (low + high) / 2


@recovered_epsilon.where
def true_class_stays_ahead(V, q):
    return V > 1 and q < 1 and q * V > 1


@recovered_epsilon.misconception
def takes_one_class_share(V, missing):
    return missing / (V - 1)


@recovered_epsilon.misconception
def multiplies_by_the_classes(V, missing):
    return missing * V


@recovered_epsilon.misconception
def turns_the_factor_over(V, missing):
    return missing * (V - 1) / V


# Claims

SMOOTHED = nn.CrossEntropyLoss(label_smoothing=0.1)
PLAIN = nn.CrossEntropyLoss()


def loss_of(criterion, *probabilities):
    """The loss of one prediction whose first class is the true one."""
    return criterion(torch.tensor(probabilities).log(), torch.tensor(0))


def losses_of_sure_predictions(criterion, V=5):
    """The loss of V classes' logits while the first, the true class's, grows from 0 to 40. (200,)"""
    logits = torch.linspace(0, 40, 200)[:, None] * torch.eye(V)[0]
    return torch.stack([criterion(row, torch.tensor(0)) for row in logits])


def even(gold, V):
    """A prediction of V classes that gives the first one `gold` and the others equal parts of the rest."""
    return (gold, *[(1 - gold) / (V - 1)] * (V - 1))


@claim(broken=PLAIN)
def smoothed_loss_reaches_zero(criterion=SMOOTHED):
    """Make the prediction surer and surer and look for the smallest loss."""
    return losses_of_sure_predictions(criterion).min()


@claim(broken=PLAIN)
def surer_costs_more_in_the_end(criterion=SMOOTHED):
    """Make the prediction surer and surer and see whether the loss rises again."""
    losses = losses_of_sure_predictions(criterion)
    return bool(losses[-1] > losses.min() + 1)


@claim(broken=PLAIN)
def wrong_classes_matter(criterion=SMOOTHED):
    """Give the true class 0.8 twice, the rest once evenly to the wrong classes and once mostly to one of them."""
    return bool(loss_of(criterion, 0.8, 0.1, 0.1) < loss_of(criterion, 0.8, 0.19, 0.01) - 1e-3)


@claim(broken=nn.CrossEntropyLoss(label_smoothing=0.2))
def least_loss_at_the_target(criterion=SMOOTHED):
    """Among predictions that give the true class of five 0.01, 0.02, …, find the one with the smallest loss."""
    shares = [k / 100 for k in range(1, 100)]
    best = min(shares, key=lambda gold: loss_of(criterion, *even(gold, 5)))
    return abs(best - (0.9 + 0.1 / 5))


@claim(broken=nn.CrossEntropyLoss(label_smoothing=0.1 * 5 / 4))
def torch_spares_the_true_class(criterion=SMOOTHED):
    """Compare with the loss of a written-out target in which the true class of five keeps 1 − ε."""
    prediction = torch.tensor([0.4, 0.3, 0.1, 0.1, 0.1]).log()
    written_out = PLAIN(prediction, torch.tensor(even(0.9, 5)))
    return (criterion(prediction, torch.tensor(0)) - written_out).abs()


@claim(broken=SMOOTHED)
def no_smoothing_is_log_likelihood(criterion=nn.CrossEntropyLoss(label_smoothing=0.0)):
    """Compare with PyTorch's negative log-likelihood."""
    prediction = torch.tensor([0.5, 0.3, 0.2]).log()
    return (criterion(prediction, torch.tensor(0)) - nn.NLLLoss()(prediction, torch.tensor(0))).abs()


@claim(broken=PLAIN)
def divergence_reaches_zero(criterion=nn.KLDivLoss(reduction="sum")):
    """Predict the smoothed target itself."""
    target = torch.tensor(even(0.92, 5))
    return criterion(target.log(), target).abs()


@claim(broken=PLAIN)
def floor_ignores_the_classes(criterion=SMOOTHED):
    """Compare the smallest losses for ten classes and for a thousand."""
    few, many = (losses_of_sure_predictions(criterion, V).min() for V in (10, 1000))
    return few - many
