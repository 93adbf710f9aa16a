"""Label smoothing: a target that is not quite sure, and the loss that it gives."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from qbank import claim, solver
from qbank.exact import exp, log, power

from ._probabilities import distributions_only, log_sum_exp, one_hot, softmax_of, surprises_of

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


# The target where one class is padding, which is no class to predict


@solver
def padded_target(V, y, pad, eps):
    """The padding gets nothing, so the ε of the true class goes to V − 2 classes in equal parts."""
    return [0 if k == pad else 1 - eps if k == y else eps / (V - 2) for k in range(1, V + 1)]


@padded_target.confirm(gradients=True)
def where_the_loss_without_padding_pulls(V, y, pad, eps):
    """Run PyTorch's loss on the V − 1 classes that are not padding, and put the padding's 0 in its place."""
    own = y if y < pad else y - 1
    pulled = pulls_towards(smoothed_loss(V - 1, eps, "others"), V - 1, own)
    return torch.cat([pulled[: pad - 1], torch.zeros(1), pulled[pad - 1 :]])


@padded_target.where
def padding_is_another_class(V, y, pad):
    return V > 2 and pad != y and y <= V and pad <= V


@padded_target.misconception
def gives_the_padding_a_share(V, y, eps):
    return row(V, y, 1 - eps, eps / (V - 1))


@padded_target.misconception
def shares_among_all_but_clears_the_padding(V, y, pad, eps):
    return [0 if k == pad else 1 - eps if k == y else eps / (V - 1) for k in range(1, V + 1)]


@padded_target.misconception
def gives_the_true_class_a_share_too(V, y, pad, eps):
    each = eps / (V - 1)
    return [0 if k == pad else 1 - eps + each if k == y else each for k in range(1, V + 1)]


# Labels that are yes or no, and shares that are not even


@solver
def binary_targets(kept, spread):
    """Of two classes each gets ε/2, so a yes comes down by ε/2 and a no goes up by ε/2."""
    return [part + spread for part in kept]


@binary_targets.working
def kept(labels, eps):
    return [(1 - eps) * label for label in labels]


@binary_targets.working
def spread(eps):
    return eps / 2


@binary_targets.confirm(gradients=True)
def two_classes_each(labels, eps):
    """Run PyTorch's loss of two classes on each label and read the second class's target off its gradient."""
    criterion = smoothed_loss(2, eps, "all")
    return torch.stack([pulls_towards(criterion, 2, int(label) + 1)[1] for label in labels])


@binary_targets.where
def labels_are_yes_and_no(labels, eps):
    return set(labels) == {0, 1} and 0 < eps < 1


@binary_targets.misconception
def takes_all_of_epsilon(labels, eps):
    return [1 - eps if label == 1 else eps for label in labels]


@binary_targets.misconception
def smooths_one_side_only(labels, eps):
    return [1 - eps if label == 1 else 0 for label in labels]


@binary_targets.misconception
def spreads_over_the_labels(labels, eps):
    return [(1 - eps) * label + eps / len(labels) for label in labels] if len(labels) != 2 else None


@solver
def mixed_target(kept_labels, spread_shares):
    """The target is a mixture: 1 − ε of the labels and ε of the given shares, class by class."""
    return [label + share for label, share in zip(kept_labels, spread_shares, strict=True)]


@mixed_target.working
def kept_labels(labels, eps):
    return [(1 - eps) * label for label in labels]


@mixed_target.working
def spread_shares(shares, eps):
    return [eps * share for share in shares]


@mixed_target.confirm(gradients=True)
def two_losses_pull_together(labels, shares, eps):
    """Mix PyTorch's losses for the labels and for the shares, and read the target off the gradient of the two."""
    logits = torch.randn(len(labels), requires_grad=True)
    ((1 - eps) * F.cross_entropy(logits, labels) + eps * F.cross_entropy(logits, shares)).backward()
    return logits.detach().softmax(dim=0) - logits.grad


@mixed_target.where
def both_are_distributions(labels, shares, eps):
    return len(labels) == len(shares) and sum(labels) == sum(shares) == 1 and 0 < eps < 1


@mixed_target.misconception
def spreads_evenly(labels, eps):
    return [(1 - eps) * label + eps / len(labels) for label in labels]


@mixed_target.misconception
def adds_the_shares(labels, spread_shares):
    return [label + share for label, share in zip(labels, spread_shares, strict=True)]


@mixed_target.misconception
def swaps_labels_and_shares(labels, shares, eps):
    return [eps * label + (1 - eps) * share for label, share in zip(labels, shares, strict=True)]


# The logits that reproduce the target


@solver
def reproducing_logit(ratio):
    """The softmax has the ratio of the target where the logits differ by the ratio's logarithm."""
    return log(ratio)


@reproducing_logit.working
def true_part(V, eps, share):
    return true_share(V, eps, share)


@reproducing_logit.working
def other_part(V, eps, share):
    return others_share(V, eps, share)


@reproducing_logit.working
def ratio(true_part, other_part):
    return true_part / other_part


@reproducing_logit.confirm(gradients=True)
def logit_without_gradient(V, eps, share):
    """Look for the logit at which the gradient of PyTorch's loss vanishes, halving the interval."""
    criterion, low, high = smoothed_loss(V, eps, share), 0.0, 64.0
    for _ in range(60):
        middle = (low + high) / 2
        logits = torch.tensor([middle, *[0.0] * (V - 1)], requires_grad=True)
        criterion(logits, torch.tensor(0)).backward()
        low, high = (middle, high) if logits.grad[0] < 0 else (low, middle)
    return high


@reproducing_logit.where
def true_class_leads(V, eps):
    return gold_stays_ahead(V, eps)


@reproducing_logit.misconception
def takes_the_log_odds(true_part):
    return log(true_part / (1 - true_part))


@reproducing_logit.misconception
def takes_the_logarithm_of_the_share(true_part):
    return log(true_part)


@reproducing_logit.misconception
def takes_parts_of_both_rules(V, eps):
    return log((1 - eps) * V / eps)


@reproducing_logit.misconception
def takes_the_ratio_itself(ratio):
    return ratio


# The loss in two parts: the true class alone, and all classes evenly


@solver
def mixture(plain, even_part, eps):
    """Cross-entropy is linear in the target, and the target is a mixture of one-hot and even shares."""
    return (1 - eps) * plain + eps * even_part


@mixture.working
def summed(V, average):
    return V * average


@mixture.working
def even_part(V, plain, average, summed, share):
    return average if share == "all" else (summed - plain) / (V - 1)


@mixture.confirm
def loss_of_such_a_prediction(V, plain, average, eps, share):
    """Make a prediction with this loss and this mean, halving for the smallest class, and run PyTorch's loss."""
    rest = -math.expm1(-plain)
    low, high = -math.log(rest / (V - 1)), V * average
    for _ in range(100):
        middle = (low + high) / 2
        others = -(V - 2) * math.log((rest - math.exp(-middle)) / (V - 2))
        low, high = (low, middle) if plain + middle + others > V * average else (middle, high)
    least = math.exp(-high)
    prediction = torch.tensor([math.exp(-plain), least, *[(rest - least) / (V - 2)] * (V - 2)])
    return smoothed_loss(V, eps, share)(prediction.log(), torch.tensor(0))


@mixture.where
def true_class_costs_less(V, plain, average, eps):
    return V > 2 and 0 < plain < average and gold_stays_ahead(V, eps)


@mixture.misconception
def mixes_by_the_other_rule(V, plain, average, summed, eps, share):
    other = average if share == "others" else (summed - plain) / (V - 1)
    return (1 - eps) * plain + eps * other


@mixture.misconception
def adds_the_even_part(plain, even_part, eps):
    return plain + eps * even_part


@mixture.misconception
def leaves_the_even_part_out(plain, eps):
    return (1 - eps) * plain


@mixture.misconception
def swaps_the_weights(plain, even_part, eps):
    return eps * plain + (1 - eps) * even_part


# How far a prediction is from the target: the loss above its floor


@solver
def divergence(terms):
    """The divergence is the loss less the target's own entropy: Σ q ln(q/p)."""
    return sum(terms)


@divergence.working
def aim(p, y, eps, share):
    V = len(p)
    return row(V, y, true_share(V, eps, share), others_share(V, eps, share))


@divergence.working
def quotients(aim, p):
    return [q / prob for q, prob in zip(aim, p, strict=True)]


@divergence.working
def terms(aim, quotients):
    return [q * log(quotient) for q, quotient in zip(aim, quotients, strict=True)]


@divergence.confirm(batch=["p"], gradients=True)
def kl_div_of_pytorch(p, y, eps, share):
    """Read the target off the gradient of PyTorch's loss, and run PyTorch's divergence."""
    V = p.shape[-1]
    target = pulls_towards(smoothed_loss(V, eps, share), V, y)
    return F.kl_div(p.log(), target.expand_as(p), reduction="none").sum(dim=-1)  # (B, V) -> (B,)


@divergence.refuse
def no_distribution(p):
    return distributions_only("p", [p])


@divergence.where
def is_another_distribution(p, y, eps):
    return all(prob > 0 for prob in p) and y <= len(p) and gold_stays_ahead(len(p), eps)


@divergence.misconception
def gives_the_loss(aim, p):
    return weighted(aim, surprises_of(p))


@divergence.misconception
def measures_from_the_prediction(aim, p):
    return weighted(p, [log(prob / q) for q, prob in zip(aim, p, strict=True)])


@divergence.misconception
def takes_the_true_class_alone(y, terms):
    return terms[y - 1]


@divergence.misconception
def divergence_in_bits(terms):
    return sum(terms) / log(2)


# From logits: the loss, and where it pulls


@solver
def loss_of_logits(normalizer, mean_logit):
    """Each class pays ln Σe^z − z_k by its share; the shares sum to 1, so the sum's logarithm is paid once."""
    return normalizer - mean_logit


@loss_of_logits.working
def normalizer(z):
    return log_sum_exp(z)


@loss_of_logits.working
def shares_of_classes(z, y, eps, share):
    V = len(z)
    return row(V, y, true_share(V, eps, share), others_share(V, eps, share))


@loss_of_logits.working
def mean_logit(z, shares_of_classes):
    return weighted(shares_of_classes, z)


@loss_of_logits.confirm(batch=["z"])
def loss_of_pytorch(z, y, eps, share):
    """Run PyTorch's loss on these logits."""
    criterion = smoothed_loss(z.shape[-1], eps, share, reduction="none")
    return criterion(z, torch.full((len(z),), y - 1))  # (B, V), (B,) -> (B,)


@loss_of_logits.misconception
def is_the_plain_loss(z, y, normalizer):
    return normalizer - z[y - 1]


@loss_of_logits.misconception
def keeps_the_true_term_alone(z, y, normalizer, shares_of_classes):
    return shares_of_classes[y - 1] * (normalizer - z[y - 1])


@loss_of_logits.misconception
def takes_logits_for_log_probabilities(mean_logit):
    return -mean_logit


@loss_of_logits.misconception
def loss_in_bits(normalizer, mean_logit):
    return (normalizer - mean_logit) / log(2)


@solver
def gradient(predicted, aimed_at):
    """The gradient by the logits is softmax minus target, whatever the target."""
    return [prob - q for prob, q in zip(predicted, aimed_at, strict=True)]


@gradient.working
def predicted(z):
    return softmax_of(z)


@gradient.working
def aimed_at(z, y, eps, share):
    V = len(z)
    return row(V, y, true_share(V, eps, share), others_share(V, eps, share))


@gradient.confirm(batch=["z"], gradients=True)
def gradient_of_pytorch(z, y, eps, share):
    """Run PyTorch's loss and ask autograd for the gradient by the logits."""
    rows = z.clone().requires_grad_()
    criterion = smoothed_loss(z.shape[-1], eps, share, reduction="sum")
    criterion(rows, torch.full((len(z),), y - 1)).backward()
    return rows.grad  # (B, V)


@loss_of_logits.where
@gradient.where
def logits_differ(z, y, eps):
    return len(set(z)) > 1 and y <= len(z) and gold_stays_ahead(len(z), eps)


@gradient.misconception
def pulls_to_one_hot(predicted, y):
    return [prob - true for prob, true in zip(predicted, one_hot(len(predicted), y), strict=True)]


@gradient.misconception
def weakens_the_plain_pull(predicted, y, eps):
    return [(1 - eps) * (p - true) for p, true in zip(predicted, one_hot(len(predicted), y), strict=True)]


@gradient.misconception
def turns_the_pull_over(predicted, aimed_at):
    return [q - prob for prob, q in zip(predicted, aimed_at, strict=True)]


# A batch with padding


@solver
def batch_with_padding(n, p, costs, divide):
    """Padded positions pay nothing; what the real ones pay is divided as the question says."""
    return sum(costs[:n]) / (n if divide == "real" else len(p))


@batch_with_padding.working
def true_weight(V, eps, share):
    return true_share(V, eps, share)


@batch_with_padding.working
def gold_surprises(p):
    return surprises_of(p)


@batch_with_padding.working
def other_surprises(V, p):
    return surprises_of([(1 - prob) / (V - 1) for prob in p])


@batch_with_padding.working
def costs(true_weight, gold_surprises, other_surprises):
    pairs = zip(gold_surprises, other_surprises, strict=True)
    return [true_weight * gold + (1 - true_weight) * other for gold, other in pairs]


@batch_with_padding.confirm
def cross_entropy_with_ignore_index(V, p, n, eps, share, divide):
    """Run PyTorch's loss on such predictions; the labels of the padding are those that it ignores."""
    others = ((1 - p) / (V - 1)).unsqueeze(1).expand(-1, V - 1)
    predictions = torch.cat([p.unsqueeze(1), others], dim=1)  # (N, V)
    labels = torch.where(torch.arange(len(p)) < n, 0, -100)
    reduction = "mean" if divide == "real" else "sum"
    loss = smoothed_loss(V, eps, share, reduction=reduction, ignore_index=-100)(predictions.log(), labels)
    return loss if divide == "real" else loss / len(p)


@batch_with_padding.where
def some_positions_are_padding(V, p, n, eps):
    return 0 < n < len(p) and all(0 < prob < 1 for prob in p) and gold_stays_ahead(V, eps)


@batch_with_padding.misconception
def counts_the_padding_as_well(p, costs):
    return sum(costs) / len(p)


@batch_with_padding.misconception
def divides_by_the_other_number(p, n, costs, divide):
    return sum(costs[:n]) / (len(p) if divide == "real" else n)


@batch_with_padding.misconception
def smooths_the_padding_too(p, n, true_weight, costs, other_surprises, divide):
    return (sum(costs[:n]) + (1 - true_weight) * sum(other_surprises[n:])) / (
        n if divide == "real" else len(p)
    )


@batch_with_padding.misconception
def forgets_to_smooth(p, n, gold_surprises, divide):
    return sum(gold_surprises[:n]) / (n if divide == "real" else len(p))


# The floor as a perplexity


@solver
def perplexity_floor(entropy):
    """Perplexity is e to the loss, and the smallest loss is the entropy of the target."""
    return exp(entropy)


@perplexity_floor.working
def on_target(V, eps, share):
    return true_share(V, eps, share)


@perplexity_floor.working
def entropy(V, eps, share, on_target):
    return -on_target * log(on_target) - (1 - on_target) * log(others_share(V, eps, share))


@perplexity_floor.confirm(gradients=True)
def exp_of_the_loss_at_rest(V, eps, share):
    """Give PyTorch's loss the prediction at which its gradient vanishes, and raise e to its value there."""
    criterion = smoothed_loss(V, eps, share)
    return criterion(pulls_towards(criterion, V, 1).log(), torch.tensor(0)).exp()


@perplexity_floor.where
def true_class_has_most(V, eps):
    return gold_stays_ahead(V, eps)


@perplexity_floor.misconception
def reaches_one(V):
    return V / V


@perplexity_floor.misconception
def inverts_the_share_of_the_true_class(on_target):
    return 1 / on_target


@perplexity_floor.misconception
def raises_two(entropy):
    return power(2, entropy)


@perplexity_floor.misconception
def gives_the_entropy(entropy):
    return entropy


# Claims

SMOOTHED = nn.CrossEntropyLoss(label_smoothing=0.1)
PLAIN = nn.CrossEntropyLoss()


def loss_of(criterion, *probabilities):
    """The loss of one prediction whose first class is the true one."""
    return criterion(torch.tensor(probabilities).log(), torch.tensor(0))


def losses_of_sure_predictions(criterion, V=5):
    """The loss of V classes' logits while the first, the true class's, grows from 0 to 40. (81,)"""
    logits = torch.linspace(0, 40, 81)[:, None] * torch.eye(V)[0]
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


@claim(broken=nn.CrossEntropyLoss(label_smoothing=0.1))
def sure_predictions_keep_gaining(criterion=PLAIN):
    """Make the prediction surer and surer and see whether each loss is smaller than the one before."""
    losses = losses_of_sure_predictions(criterion)[:41]
    return bool((losses[1:] < losses[:-1]).all())


def labels_with_padding(criterion):
    """The loss of four random rows of which two have labels that are ignored, and of the other two by themselves."""
    logits, labels = torch.randn(4, 5), torch.tensor([0, 1, -100, -100])
    return criterion(logits, labels), criterion(logits[:2], labels[:2])


@claim(broken=lambda logits, labels: nn.CrossEntropyLoss(label_smoothing=0.1)(logits, labels.clamp(min=0)))
def ignored_rows_stay_out(criterion=SMOOTHED):
    """Compare the loss of a batch with ignored rows with that of the other rows by themselves."""
    together, by_themselves = labels_with_padding(criterion)
    return (together - by_themselves).abs()


@claim(broken=SMOOTHED)
def sparing_the_true_class_is_the_mixture(criterion=nn.CrossEntropyLoss(label_smoothing=0.1 * 5 / 4)):
    """Compare the loss of ε over the four other classes with 0.9 · plain loss + 0.1 · mean cost of all five."""
    prediction = torch.tensor([0.4, 0.3, 0.1, 0.1, 0.1]).log()
    label = torch.tensor(0)
    return (criterion(prediction, label) - 0.9 * PLAIN(prediction, label) + 0.1 * prediction.mean()).abs()
