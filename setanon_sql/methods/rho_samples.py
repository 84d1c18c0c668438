"""SAMPLESUPPRESSOR: mend what breaks the model for random adversaries, until samples of them find nothing.

1. For each number of known items draw adversaries: a random person, a random set of that many items of the record.
   First in large samples, which bring more to light and never end the run, until they find little; then in samples
   of the size that the promise asks for.
2. Mend the rules that tell a sensitive item too surely from such a set, as :mod:`.rho_rounds` does.
3. Where any was broken, draw again. Each drawing is one more chance to see nothing by luck, so the probability delta of
   that is spent over the drawings: the t-th gets 6 delta / (pi t)^2, and all of them together delta.

With n adversaries, none of them successful, the share of successful ones is at most epsilon unless (1 - epsilon)^n of
a chance came true; so n = ln(delta) / ln(1 - epsilon). The paper's bound (Hoeffding's) asks for ten times as many.
Source: Nakagawa, Arai, Nakagawa, Algorithm 2 and Theorem 7.
"""

from fractions import Fraction
from math import ceil, log, log1p, pi
from random import Random
from typing import Literal

from setanon_sql.methods.rho_counted import Counted
from setanon_sql.methods.rho_rounds import State, mend
from setanon_sql.models import RhoUncertainty
from setanon_sql.sql import Table

#: Adversaries of each size in a sample that prepares the ground.
LARGE = 5000

Bound = Literal["exact", "hoeffding"]


def sample_size(epsilon: float, delta: float, bound: Bound = "exact") -> int:
    """How many adversaries must fail, without one that succeeds, for the promise of ``epsilon`` and ``delta``.

    >>> sample_size(0.05, 0.05), sample_size(0.05, 0.05, "hoeffding"), sample_size(0.01, 0.01)
    (59, 600, 459)
    """
    if bound == "hoeffding":
        return ceil(log(1 / delta) / (2 * epsilon * epsilon))
    return ceil(log(delta) / log1p(-epsilon))


def share_of_delta(delta: float, drawing: int) -> float:
    """What the t-th drawing (from 1) may spend of ``delta``; the shares of all drawings add up to ``delta``."""
    return 6 * delta / (pi * drawing) ** 2


def mend_samples(state: State, seed: str, bound: Bound) -> tuple[State, int, int]:
    """Mend until samples of all sizes find nothing; returns the state, and the numbers of drawings and of rounds."""
    assert isinstance(state.model, RhoUncertainty)
    epsilon, delta, m = state.model.epsilon, state.model.delta, state.model.m
    assert epsilon is not None
    assert delta is not None
    assert m is not None
    state, rounds = _prepared(state, seed, m, epsilon / 2)
    drawing, broken = 0, True
    while broken:
        drawing += 1
        size = sample_size(float(epsilon), share_of_delta(float(delta), drawing), bound)
        broken = False
        for known in range(1, m + 1):
            state, more = _mend_sample(state, known, size, f"{seed}:{drawing}")
            rounds += more
            broken = broken or more > 0
    return state, drawing, rounds


def _prepared(state: State, seed: str, m: int, little: Fraction) -> tuple[State, int]:
    """Mend large samples until one of them costs no more than ``little`` suppressions an adversary."""
    rounds = 0
    while True:
        before = int(state.counts.now.sum())
        for known in range(1, m + 1):
            state, more = _mend_sample(state, known, LARGE, f"{seed}:{rounds}:large")
            rounds += more
        if before - int(state.counts.now.sum()) <= little * LARGE * m:
            return state, rounds


def _mend_sample(state: State, known: int, size: int, seed: str) -> tuple[State, int]:
    engine = state.engine
    tables = {"original": state.original}
    persons = engine.table("rho/long_enough", size=known, **tables)
    if not engine.count(persons):
        engine.drop(persons)
        return state, 0
    members = _drawn(state, persons, known, size, seed)
    occurrences = engine.table("rho/sampled_occurrences", members=members, present=state.present, size=known)
    sensitive = engine.table("rho/sensitive_rows", transactions=state.present, hidden=state.hidden)
    sets = engine.table("rho/sampled_sets", occurrences=occurrences)
    rules = engine.table("rho/rules", occurrences=occurrences, sensitive_rows=sensitive, sets=sets, members=members)
    sized = engine.table("rho/level_rules", rules=rules, size=known)
    counted = Counted(engine, sized, members, occurrences)
    engine.drop(persons, sensitive, sets, rules)
    state, more = mend(state, counted)
    counted.drop()
    return state, more


def _drawn(state: State, persons: Table, known: int, size: int, seed: str) -> Table:
    """Draw ``size`` adversaries, independently; the same set is kept once. Returns ``set_id, item``."""
    engine = state.engine
    found, lottery = engine.count(persons), Random(f"{seed}:{known}")
    places = [lottery.randint(1, found) for _ in range(size)]
    lots = engine.load("lots", {"draw": int, "place": int}, [list(range(1, size + 1)), places])
    drawn = engine.table("rho/drawn", lots=lots, persons=persons, original=state.original, size=known, seed=seed)
    members = engine.table("rho/drawn_once", drawn=drawn)
    engine.drop(lots, drawn)
    return members
