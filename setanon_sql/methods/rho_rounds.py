"""Mend broken rules, many in a round, until none of the rules that were counted is above its limit.

A round: the rules above their limit (that somebody asked to prevent); for each the item to lose and how often; the
records; then, in turn, each rule whose records no accepted rule has touched; then only what these changed is recounted.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from setanon_sql.counting.wishes import Wishes
from setanon_sql.engine import Engine
from setanon_sql.limits import Limits
from setanon_sql.methods.rho_choice import Broken, Frequencies, Ints, arranged, choose, in_turn
from setanon_sql.methods.rho_counted import Counted
from setanon_sql.models import AdaptiveRho, RhoUncertainty
from setanon_sql.sql import Table

Model = RhoUncertainty | AdaptiveRho


@dataclass(frozen=True)
class State:
    """The data in the making.

    ``present``: ``record_id, item``, what is still there. ``suppressed``: ``record_id, item, cause``. ``causes``: for
    each round the columns ``cause, item, is_hidden``. ``limits`` say how surely each hidden item may follow. ``wishes``
    is None where all hide the same ``hidden`` items. ``seed`` draws the records. ``longest`` counts the items of
    the longest record. ``one_by_one`` is the order of the paper.
    """

    engine: Engine
    model: Model
    original: Table
    hidden: Table
    limits: Limits
    wishes: Wishes | None
    seed: str
    present: Table
    suppressed: Table
    longest: int
    counts: Frequencies
    causes: list[tuple[Ints, Ints, Ints]] = field(default_factory=list)
    next_cause: int = 1
    one_by_one: bool = False

    def without(self, gone: Table) -> "State":
        """The state once ``gone`` (``record_id, item, cause``) is suppressed too."""
        self.engine.append(self.suppressed, "rho/gone", suppressed=gone)
        return self.caught_up(self.engine.columns("rho/item_counts", transactions=gone))

    def caught_up(self, gone: dict[str, Ints]) -> "State":
        """The state once all that is ``suppressed`` left what is present; ``gone``: ``item, support``, what was new."""
        present = self.engine.table("rho/without", present=self.present, suppressed=self.suppressed)
        self.engine.drop(self.present)
        return replace(self, present=present, counts=self.counts.less(gone["item"], gone["support"]))


def mend(state: State, counted: Counted, sensitive: Table) -> tuple[State, int]:
    """Suppress until no counted rule is above its limit; returns the new state and how many rounds it took.

    ``sensitive``: ``record_id, item``, what is present of the sensitive items; it is used up.
    """
    state.engine.trace.doing("suppressing what tells too much")
    rounds = 0
    while (broken := _broken(state, counted)) is not None:
        rounds += 1
        state, sensitive, gone = _round(state, counted, sensitive, broken)
        state.engine.trace.progress(
            f"round {rounds}: {len(broken):,} rules were above rho, {gone:,} occurrences suppressed"
        )
    state.engine.drop(sensitive)
    if rounds:
        state = state.caught_up({"item": np.zeros(0, np.int64), "support": np.zeros(0, np.int64)})
    return state, rounds


def _broken(state: State, counted: Counted) -> Broken | None:
    """Fetch the rules above their limit, in the order in which they are mended."""
    engine, limits = state.engine, state.limits.table
    rules = asked_rules(state, counted)
    found = engine.columns("rho/broken_rules", rules=rules, limits=limits)
    if len(found["set_id"]):
        members = engine.columns("rho/broken_members", members=counted.members, rules=rules, limits=limits)
    if rules is not counted.rules:
        engine.drop(rules)
    if not len(found["set_id"]):
        return None
    turns = in_turn(arranged(found, members), state.limits.part, state.limits.whole)
    return turns.of(np.arange(1)) if state.one_by_one else turns


def asked_rules(state: State, counted: Counted) -> Table:
    """Return the rules that may not be broken: all, or the broken ones that somebody asked to prevent (a new table).

    Somebody who held the set in the original record.
    """
    engine, wishes = state.engine, state.wishes
    if wishes is None:
        return counted.rules
    rules = engine.table("rho/broken_rules", rules=counted.rules, limits=state.limits.table)
    now = {"rules": rules, "occurrences": counted.occurrences}
    asked = engine.table("rho/asked_now", wishes=wishes.met_by(**now), **now)
    rest = engine.table("rho/not_asked", rules=rules, asked=asked)
    beside = engine.table("rho/beside_lost", suppressed=state.suppressed, original=state.original)
    tables = {"members": counted.members, "beside_lost": beside, "original": state.original}
    lost = engine.table("rho/lost_occurrences", rules=rest, **tables)
    before = {"rules": rest, "occurrences": lost}
    engine.append(asked, "rho/asked_now", wishes=wishes.met_by(**before), **before)
    kept = engine.table("rho/asked", rules=rules, asked=asked)
    engine.drop(asked, rest, beside, lost, rules)
    return kept


def _round(state: State, counted: Counted, sensitive: Table, broken: Broken) -> tuple[State, Table, int]:
    """Mend what can be mended at once; returns the state, the sensitive rows left, and how many occurrences went."""
    engine = state.engine
    chosen = _chosen(state, broken)
    covers = engine.table("rho/covers", chosen=chosen, occurrences=counted.occurrences, sensitive_rows=sensitive)
    picks = engine.table("rho/picks", covers=covers, seed=state.seed)
    contested = engine.table("rho/contested", picks=picks, covers=covers)
    turns, accepted = in_this_round(engine, len(broken), picks, contested)
    gone = engine.table("rho/taken", picks=picks, turns=turns, first=state.next_cause - 1)
    engine.drop(chosen, covers, picks, contested, turns)
    state, lost = _suppressed(state, broken, gone, accepted)
    left = counted.recount(sensitive, gone)
    engine.drop(gone, sensitive)
    return state, left, lost


def in_this_round(engine: Engine, count: int, picks: Table, contested: Table) -> tuple[Table, Ints]:
    """Accept, of ``count`` rules in turn, each whose records no earlier accepted one takes an item of the rule from.

    ``picks`` and ``contested``: ``place, record_id, item``, what rules would suppress, and what an earlier one would
    take from them (also ``earlier``, the first of these). Returns ``place, verdict`` (2: accepted) of the contested
    rules, and the places of all accepted ones. Settled in steps that look at all open rules at once.
    """
    turns = engine.table("rho/turns", contested=contested)
    rest = engine.columns("rho/left_over", turns=turns)
    while rest["verdict"].any():
        before, turns = turns, engine.table("rho/next_turns", turns=turns, contested=contested, picks=picks)
        engine.drop(before)
        rest = engine.columns("rho/left_over", turns=turns)
    return turns, np.setdiff1d(np.arange(1, count + 1), rest["place"])


def _chosen(state: State, broken: Broken) -> Table:
    """Return the rules, a row an item: ``place, set_id, hidden, held, item, needed`` (0: the rule keeps the item)."""
    items, amounts = choose(broken, state.limits.part, state.limits.whole, state.counts)
    row, column = np.nonzero(broken.items)
    parts = broken.items[row, column]
    needed = np.where(parts == items[row], amounts[row], 0)
    names = ("place", "set_id", "hidden", "held", "item", "needed")
    kinds: dict[str, type[int] | type[str]] = dict.fromkeys(names, int)
    of_rule = [broken.set_id[row], broken.hidden[row], broken.both[row]]
    return state.engine.load("chosen", kinds, [row + 1, *of_rule, parts, needed])


def _suppressed(state: State, broken: Broken, gone: Table, accepted: Ints) -> tuple[State, int]:
    """Suppress what is ``gone`` (``record_id, item, cause``) for the ``accepted`` rules; returns how many, too."""
    engine, first = state.engine, state.next_cause
    engine.append(state.suppressed, "rho/gone", suppressed=gone)
    lost = engine.columns("rho/item_counts", transactions=gone)
    rules = broken.of(accepted - 1)
    row, column = np.nonzero(rules.items)
    parts = rules.items[row, column]
    state.causes.append((accepted[row] - 1 + first, parts, (parts == rules.hidden[row]).astype(np.int64)))
    counts = state.counts.less(lost["item"], lost["support"])
    return replace(state, counts=counts, next_cause=first + len(broken)), int(lost["support"].sum())
