"""Noise from OpenDP, whose mechanisms are proved; how much of it a budget needs. Nothing here draws noise by itself.

A release has parts, one after the other; what one gives may decide what the next one counts. Each part is a table of
counts, of which one record (or person) changes at most ``reach`` by 1. A part gets a share of the budget:

- ``gaussian``: zero-concentrated privacy. Its rho adds up over parts and becomes epsilon at the end, for half of delta
  (all of it where no part has a threshold). Bun and Steinke (2016), Lemma 1.7 and Proposition 1.3.
- ``laplace``: epsilon adds up over parts.

Where keys are not known beforehand only those are published whose count with noise reaches a threshold: a key that one
record alone holds gets there with a chance that adds up to the part's delta over all of its keys.

What OpenDP says of each mechanism is added up again before anything is drawn. Of a threshold it says the delta of what
is above it, and publishes what reaches it, too (its issue 2922): what a threshold costs is asked of the one below.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import erfc, exp, sqrt
from typing import Any

from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.options.words import Noise
from setanon_sql.package_files import install_line

#: The chance that is left on each side of an interval of 95 %.
SIDE = 0.025
_HIGHEST = 1 << 40
#: Shares of a budget are this much smaller than they could be: sums of floats stay below the whole.
_SLACK = 1 - 1e-9


def library() -> Any:
    """Return OpenDP; raises BadParameter where it is not installed."""
    try:
        import opendp.prelude as dp  # noqa: PLC0415
    except ImportError as error:
        raise BadParameter(
            "differential privacy takes its noise from OpenDP, which is not installed",
            install_line("dp"),
        ) from error
    dp.enable_features("contrib")
    return dp


@dataclass(frozen=True)
class BudgetPart:
    """A table of counts to publish, by ``name``: its ``share`` of the budget.

    ``reach``: how many of its counts one record changes. ``is_open``: its keys are not known beforehand.
    """

    name: str
    share: float
    reach: int
    is_open: bool


@dataclass(frozen=True)
class Mechanism:
    """The ``noise`` of one ``part``: its ``scale``, and the ``threshold`` of published counts (None: all are).

    ``spent``: rho of Gaussian noise, epsilon of Laplace noise; ``delta``: that of the threshold.
    """

    part: BudgetPart
    noise: Noise
    scale: float
    threshold: int | None
    spent: float
    delta: float

    def counts_with_noise(self, counts: Mapping[int, int]) -> dict[int, int]:
        """Return counts by key with noise; of a part with a threshold only those that reach it.

        ``counts``: of all keys that occur, or of all that are known.
        """
        if not counts:
            return {}
        measurement = self._measurement(self.scale, self.threshold)
        if self.threshold is not None:
            published: dict[int, int] = measurement(dict(counts))
            return published
        return dict(zip(counts, measurement(list(counts.values())), strict=True))

    def tail(self, distance: float) -> float:
        """Return the chance that noise is at least so high."""
        if self.noise == "gaussian":
            return erfc(distance / self.scale / sqrt(2)) / 2
        half = exp(-abs(distance) / self.scale) / 2
        return half if distance > 0 else 1 - half

    @cached_property
    def spread(self) -> float:
        """The distance from a count within which its noise stays in 95 of 100 cases."""
        return self.distance(SIDE)

    def distance(self, chance: float) -> float:
        """Return a distance that noise reaches upwards (or downwards) with at most this chance."""
        return _smallest(lambda distance: self.tail(distance) <= chance)

    def lowest(self, count: int) -> float:
        """Return what a count is at least, with 97.5 %, given that it was published."""
        if self.threshold is None:
            return max(0.0, count - self.spread)
        needed = self.threshold

        def is_likely(true: float) -> bool:
            """Return whether so much, or more, is not rare to be published of a true count."""
            return self.tail(count - 0.5 - true) > SIDE * self.tail(needed - 0.5 - true)

        return 0.0 if is_likely(0.0) else _between(is_likely, 0.0, float(count))

    def _measurement(self, scale: float, threshold: int | None) -> Any:
        dp = library()
        make = f"make_{self.noise}" + ("" if threshold is None else "_threshold")
        domain, metric, _ = _spaces(dp, self.noise, self.part)
        more = {} if threshold is None else {"threshold": threshold}
        return getattr(dp.m, make)(domain, metric, scale=scale, **more)

    def cost(self) -> tuple[float, float]:
        """Return what OpenDP says that this costs: rho or epsilon, and delta."""
        below = None if self.threshold is None else self.threshold - 1
        return _cost(self._measurement(self.scale, below), self.noise, self.part)


def _spaces(dp: Any, noise: Noise, part: BudgetPart) -> tuple[Any, Any, Any]:
    """Return what a mechanism takes, how neighbours of it are measured, and how far apart they are."""
    reach = part.reach
    whole = dp.atom_domain(T="i64")
    if noise == "gaussian":
        if part.is_open:
            near = dp.absolute_distance(T="f64")
            return dp.map_domain(whole, whole), dp.l02inf_distance(near), (reach, _root(reach), 1.0)
        return dp.vector_domain(whole), dp.l2_distance(T="f64"), _root(reach)
    if part.is_open:
        near = dp.absolute_distance(T="i64")
        return dp.map_domain(whole, whole), dp.l01inf_distance(near), (reach, reach, 1)
    return dp.vector_domain(whole), dp.l1_distance(T="i64"), reach


def _root(reach: int) -> float:
    """Return the square root of a number, rounded up."""
    return sqrt(reach) * (1 + 1e-15)


def _cost(measurement: Any, noise: Noise, part: BudgetPart) -> tuple[float, float]:
    cost = measurement.map(_spaces(library(), noise, part)[2])
    return (cost[0], cost[1]) if part.is_open else (cost, 0.0)


def refuse_missing_delta(noise: Noise, *, any_open: bool) -> None:
    """Raise BadParameter where there has to be a delta."""
    if any_open or noise == "gaussian":
        raise BadParameter(
            "a <delta> is needed where keys are not known beforehand, and for Gaussian noise",
            "give a <delta>, or count chosen <itemsets> only, with <noise=laplace>",
        )


def mechanisms(parts: Sequence[BudgetPart], noise: Noise, epsilon: float, delta: float) -> dict[str, Mechanism]:
    """Return the noise of each part, by name, that spends the whole budget; shares need not add up to 1.

    Raises BadParameter where a delta is needed and there is none; NotReached where the sum is not what it should be.
    """
    open_parts = [part for part in parts if part.is_open]
    if not delta:
        refuse_missing_delta(noise, any_open=bool(open_parts))
    is_gaussian = noise == "gaussian"
    for_thresholds = (delta / 2 if is_gaussian else delta) if open_parts else 0.0
    budget = _rho(epsilon, delta - for_thresholds) if is_gaussian else epsilon
    whole = sum(part.share for part in parts)
    planned = {
        part.name: _mechanism(
            part, noise, budget * part.share / whole * _SLACK, for_thresholds / max(1, len(open_parts)) * _SLACK
        )
        for part in parts
    }
    spent = [mechanism.cost() for mechanism in planned.values()]
    if sum(cost for cost, _ in spent) > budget or sum(cost for _, cost in spent) > for_thresholds:
        raise NotReached("the noise would cost more than the budget: nothing is published", "use a larger <epsilon>")
    return planned


def _mechanism(part: BudgetPart, noise: Noise, budget: float, delta: float) -> Mechanism:
    """Return the noise of a part: the scale that spends its budget, the smallest threshold for its delta."""
    scale = _root(part.reach) / sqrt(2 * budget) if noise == "gaussian" else part.reach / budget
    mechanism = Mechanism(part, noise, scale, None, budget, delta if part.is_open else 0.0)
    if not part.is_open:
        return mechanism

    def is_enough(threshold: int) -> bool:
        return Mechanism(part, noise, scale, threshold, budget, delta).cost()[1] <= delta

    threshold = _smallest_whole(is_enough)
    return Mechanism(part, noise, scale, threshold, budget, delta)


@cache
def _rho(epsilon: float, delta: float) -> float:
    """Return the most rho that is (epsilon, delta)-differentially private, as OpenDP converts it."""
    dp = library()
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l2_distance(T="f64")

    def measurement(scale: float) -> Any:
        return dp.m.make_gaussian(*space, scale=scale)

    def is_enough(scale: float) -> bool:
        converted: float = dp.c.make_zCDP_to_approxDP(measurement(scale)).map(1.0).epsilon(delta)
        return converted <= epsilon

    rho: float = measurement(_smallest(is_enough, steps=30)).map(1.0)
    return rho


def _smallest(is_enough: Callable[[float], bool], steps: int = 60) -> float:
    """Return about the smallest number for which something holds that holds for all larger ones; for it, it does."""
    high = 1.0
    while not is_enough(high):
        high *= 2
    return _between(is_enough, 0.0, high, steps)


def _between(is_enough: Callable[[float], bool], low: float, high: float, steps: int = 60) -> float:
    """Return about the smallest number over ``low`` for which something holds, as it does for ``high``; it does."""
    for _ in range(steps):
        middle = (low + high) / 2
        if middle and is_enough(middle):
            high = middle
        else:
            low = middle
    return high


def _smallest_whole(is_enough: Callable[[int], bool]) -> int:
    """Return the smallest whole number over 2 for which something holds that holds for all larger ones."""
    high = 4
    while not is_enough(high):
        high *= 2
        if high > _HIGHEST:
            raise NotReached("no threshold is high enough for this <delta>", "use a larger <delta>")
    return 3 + bisect_left(range(3, high), True, key=is_enough)
