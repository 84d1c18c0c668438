"""SAMPLESUPPRESSOR: mend what breaks the model for random adversaries, until hardly any of a sample succeeds.

1. For each number of known items draw adversaries: a random person, a random set of that many items of the record.
2. Count those that succeed: their set tells a sensitive item too surely. Where they are so few that at most a share
   epsilon of all adversaries can succeed, publish the data as they are.
3. Otherwise mend the rules that they used (:mod:`.rounds`), and draw again.

With n adversaries of whom k succeed, a share above epsilon would have shown k or less with a probability of at most
P(Binomial(n, epsilon) <= k); that may not exceed delta. Each drawing is one more chance to see few by luck, so delta is
spent over the drawings: the t-th gets 6 delta / (pi t)^2, and all of them together delta. None at all may succeed of 59
adversaries at epsilon = delta = 0.05; the paper's bound (Hoeffding's) asks for 600, and allows fewer of any number.
Source: Nakagawa, Arai, Nakagawa, Algorithm 2 and Theorem 7.
"""

from dataclasses import dataclass
from math import ceil, exp, floor, lgamma, log, log1p, pi, sqrt
from random import Random

import numpy as np

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadParameter
from setanon_sql.models.rho.method.counted import Counted
from setanon_sql.models.rho.method.requested import rules_to_prevent
from setanon_sql.models.rho.method.rounds import mend
from setanon_sql.models.rho.method.run import Run
from setanon_sql.models.rho.options import Bound
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table

#: Adversaries of each size in a sample, at least: what is mended is what they find. And how many times the smallest
#: sample that allows a promise at all, which would have to find none.
MIN_ADVERSARIES = 5000
TIMES = 4
#: Adversaries of each size in a sample, at most: more are no sample any more.
MAX_ADVERSARIES = 1_000_000


def sample_size(epsilon: float, delta: float, bound: Bound = "exact") -> int:
    """Return how many adversaries must fail, without one that succeeds, for the promise of ``epsilon`` and ``delta``.

    >>> sample_size(0.05, 0.05), sample_size(0.05, 0.05, "hoeffding"), sample_size(0.01, 0.01)
    (59, 600, 459)
    """
    if bound == "hoeffding":
        return ceil(log(1 / delta) / (2 * epsilon * epsilon))
    return ceil(log(delta) / log1p(-epsilon))


def may_succeed(size: int, epsilon: float, delta: float, bound: Bound = "exact") -> int:
    """Return how many of ``size`` adversaries may succeed for the promise of ``epsilon`` and ``delta``; -1: not even
    none.

    >>> may_succeed(58, 0.05, 0.05), may_succeed(59, 0.05, 0.05), may_succeed(5000, 0.05, 0.05)
    (-1, 0, 224)
    >>> may_succeed(599, 0.05, 0.05, "hoeffding"), may_succeed(5000, 0.05, 0.05, "hoeffding")
    (-1, 163)
    """
    if bound == "hoeffding":
        return max(-1, floor(size * (epsilon - sqrt(log(1 / delta) / (2 * size)))))
    chance = 0.0
    most = -1
    while most < size:
        chance += _chance(size, most + 1, epsilon)
        if chance > delta:
            return most
        most += 1
    return most


def _chance(size: int, successes: int, epsilon: float) -> float:
    """Return the probability of that many successes under a binomial distribution."""
    ways = lgamma(size + 1) - lgamma(successes + 1) - lgamma(size - successes + 1)
    return exp(ways + successes * log(epsilon) + (size - successes) * log1p(-epsilon))


def share_of_delta(delta: float, drawing: int) -> float:
    """Return what the t-th drawing (from 1) may spend of ``delta``; the shares of all drawings add up to ``delta``."""
    return 6 * delta / (pi * drawing) ** 2


@scoped
def mend_samples(run: Run, model: RhoUncertainty, bound: Bound) -> None:
    """Mend what random adversaries find, until so few of a sample succeed that the promise holds.

    ``run``: the data as they are, and what is suppressed from here on.
    ``model``: rho, m, epsilon and delta.
    ``bound``: how many may succeed: by the binomial distribution (``exact``) or as in the paper (``hoeffding``).

    Cost: draws from 5,000 to 1,000,000 adversaries of each size for each drawing, and counts the rules from what they
    know.
    Raises BadParameter where the promise needs more adversaries than that.
    Source: Nakagawa, Arai, Nakagawa, Algorithm 2 and Theorem 7.
    """
    assert model.epsilon is not None
    assert model.delta is not None
    assert model.m is not None
    epsilon = float(model.epsilon)
    delta = float(model.delta)
    crowd = _Crowd.of(run, model.m)
    while True:
        run.passes += 1
        run.engine.trace.begin_phase("drawing random adversaries")
        spent = share_of_delta(delta, run.passes)
        size = _size(epsilon, spent, bound)
        sample = _drawn(run, crowd, size, f"{run.key}:{run.passes}")
        most = max(sample.succeeded(run).values(), default=0)
        run.engine.trace.progress(f"drawing {run.passes}: {most:,} of {size:,} adversaries succeed")
        if most <= may_succeed(size, epsilon, spent, bound):
            break
        mend(run, sample.counted, run.sensitive_rows())
        sample.drop()


def check_sample(model: RhoUncertainty, bound: Bound) -> None:
    """Raise BadParameter where even the first drawing of a sampled model would need too many adversaries."""
    if model.epsilon is not None and model.delta is not None:
        _size(float(model.epsilon), share_of_delta(float(model.delta), 1), bound)


def _size(epsilon: float, delta: float, bound: Bound) -> int:
    """Return how many adversaries to draw; raises BadParameter where these are too many."""
    size = max(MIN_ADVERSARIES, TIMES * sample_size(epsilon, delta, bound))
    if size > MAX_ADVERSARIES:
        raise BadParameter(
            f"so small an <epsilon> needs {size:,} random adversaries for each number of known items",
            "use a larger one" + (", or <bound=exact>" if bound == "hoeffding" else ", or leave <sampling> out"),
        )
    return size


@dataclass(frozen=True)
class _Crowd:
    """Of whom something can be known.

    ``persons``: ``rank, record_id``, numbered from 1, those with most items first. ``enough``: by number of items,
    from 1, how many persons have as many.
    """

    persons: Table
    enough: list[int]

    @classmethod
    def of(cls, run: Run, m: int) -> "_Crowd":
        lengths = run.engine.columns("suppressor/sample/length_counts", original=run.original)
        enough = [int(lengths["n"][lengths["items"] >= size].sum()) for size in range(1, m + 1)]
        return cls(
            run.engine.table("suppressor/sample/persons_by_length", original=run.original), [n for n in enough if n]
        )


@dataclass(frozen=True)
class _Sample:
    """Adversaries (``draws``: ``draw, set_id, size``), and the rules from what they know."""

    draws: Table
    counted: Counted

    def succeeded(self, run: Run) -> dict[int, int]:
        """Return how many adversaries of each size succeed, where any do."""
        rules = rules_to_prevent(run, self.counted)
        rows = run.engine.rows("suppressor/sample/succeeded", draws=self.draws, rules=rules, limits=run.limits.table)
        if rules is not self.counted.rules:
            run.engine.drop(rules)
        return dict(rows)

    def drop(self) -> None:
        self.counted.engine.drop(self.draws)
        self.counted.drop()


@scoped
def _drawn(run: Run, crowd: _Crowd, size: int, key: str) -> _Sample:
    """Draw ``size`` adversaries for each number of known items, independently, and count what follows."""
    make = run.engine.table
    lots = _lots(run.engine, crowd, size, key)
    drawn = make("suppressor/sample/drawn", lots=lots, persons=crowd.persons, original=run.original, key=key)
    draws = make("suppressor/sample/drawn_sets", drawn=drawn)
    members = make("suppressor/sample/drawn_members", drawn=drawn, draws=draws)
    return _Sample(draws, _count_rules(run, members))


@scoped
def _count_rules(run: Run, members: Table) -> Counted:
    """Count the rules from drawn sets (``members``: ``set_id, item, size``)."""
    make = run.engine.table
    sensitive = run.sensitive_rows()
    occurrences = make("suppressor/sample/sampled_occurrences", members=members, present=run.present)
    sets = make("suppressor/sample/sampled_sets", occurrences=occurrences)
    rules = make(
        "rules/count_rules/rules", occurrences=occurrences, sensitive_rows=sensitive, sets=sets, members=members
    )
    sized = make("suppressor/sample/sampled_rules", rules=rules, members=members)
    return Counted(run.engine, sized, members, occurrences)


def _lots(engine: Engine, crowd: _Crowd, size: int, key: str) -> Table:
    """Draw persons: ``draw, rank, size``."""
    lottery = Random(key)
    places = [lottery.randint(1, most) for most in crowd.enough for _ in range(size)]
    sizes = np.repeat(np.arange(1, len(crowd.enough) + 1), size)
    return engine.load("lots", {"draw": int, "rank": int, "size": int}, [np.arange(1, len(places) + 1), places, sizes])
