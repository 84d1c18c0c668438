"""Mend broken rules, many in a round, until none of the rules that were counted is above rho.

A round: the rules above rho (that somebody asked to prevent); for each the item to lose and how often; the records;
then, in turn, each rule whose records no accepted rule has touched; then only what these changed is recounted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from setanon_sql.counting.rules import RuleLevel
from setanon_sql.engine import Engine
from setanon_sql.limits import Limits
from setanon_sql.methods.rho_choice import Broken, Frequencies, Spots, accept, arranged, choose, in_turn
from setanon_sql.models import AdaptiveRho, RhoUncertainty
from setanon_sql.sql import Table

Model = RhoUncertainty | AdaptiveRho


@dataclass(frozen=True)
class State:
    """The data in the making.

    ``present``: ``record_id, item``, what is still there. ``suppressed``: ``record_id, item, cause``. ``causes``:
    ``cause, item, is_hidden``. ``limits`` say how surely each hidden item may follow. ``wishes`` is None where all hide
    the same ``hidden`` items. ``one_by_one`` is the order of the paper.
    """

    engine: Engine
    model: Model
    original: Table
    hidden: Table
    limits: Limits
    wishes: Table | None
    lottery: Table
    present: Table
    suppressed: Table
    causes: Table
    counts: Frequencies
    next_cause: int = 1
    one_by_one: bool = False

    def without(self, gone: Table) -> "State":
        """The state once ``gone`` (``record_id, item, cause``) is suppressed too."""
        present = self.engine.table("rho/without", present=self.present, suppressed=gone)
        self.engine.append(self.suppressed, "rho/gone", suppressed=gone)
        self.engine.drop(self.present)
        return replace(self, present=present, counts=self.recounted(present))

    def recounted(self, present: Table) -> Frequencies:
        """The item frequencies of ``present``."""
        found = self.engine.columns("rho/item_counts", transactions=present)
        now = np.zeros_like(self.counts.original)
        now[found["item"]] = found["support"]
        return replace(self.counts, now=now)


@dataclass
class Counted:
    """Rules of several sizes, and all that is needed to recount them.

    ``rules``: ``set_id, hidden, both, support, size``; ``members``: ``set_id, item``; ``occurrences``: ``record_id,
    set_id``.
    """

    rules: Table
    members: Table
    occurrences: Table

    @property
    def tables(self) -> Sequence[Table]:
        """All of its tables."""
        return (self.rules, self.members, self.occurrences)


def gather(engine: Engine, counted: Counted | None, level: RuleLevel) -> Counted:
    """Add the rules of one more size to those counted."""
    queries: dict[str, tuple[str, dict[str, Table | int]]] = {
        "rules": ("rho/level_rules", {"rules": level.rules, "size": level.size}),
        "members": ("rho/level_members", {"rules": level.rules, "members": level.members}),
        "occurrences": ("rho/level_occurrences", {"rules": level.rules, "occurrences": level.occurrences}),
    }
    if counted is None:
        return Counted(**{name: engine.table(query, **binds) for name, (query, binds) in queries.items()})
    for name, (query, binds) in queries.items():
        engine.append(getattr(counted, name), query, **binds)
    return counted


def mend(state: State, counted: Counted) -> tuple[State, int]:
    """Suppress until no counted rule is above rho; returns the new state and how many rounds it took."""
    rounds = 0
    sensitive = state.engine.table("rho/sensitive_rows", transactions=state.present, hidden=state.hidden)
    while (broken := _broken(state, counted)) is not None:
        rounds += 1
        before = int(state.counts.now.sum())
        state, sensitive = _round(state, counted, sensitive, broken)
        gone = before - int(state.counts.now.sum())
        state.engine.trace.progress(f"round {rounds}: {len(broken):,} rules above rho, {gone:,} occurrences suppressed")
    state.engine.drop(sensitive)
    return state, rounds


def _broken(state: State, counted: Counted) -> Broken | None:
    engine = state.engine
    rules = engine.table("rho/broken_rules", rules=counted.rules, limits=state.limits.table)
    rules = _asked(state, counted, rules)
    found = engine.columns("rho/all_rules", rules=rules)
    if not len(found["set_id"]):
        engine.drop(rules)
        return None
    members = engine.columns("rho/broken_members", members=counted.members, rules=rules)
    engine.drop(rules)
    turns = in_turn(arranged(found, members))
    return turns.of(np.arange(1)) if state.one_by_one else turns


def _asked(state: State, counted: Counted, rules: Table) -> Table:
    """Of the broken ``rules`` keep those that somebody asked to prevent, as the original records have it."""
    if state.wishes is None:
        return rules
    engine, wishes = state.engine, state.wishes
    asked = engine.table("rho/asked_now", rules=rules, occurrences=counted.occurrences, wishes=wishes)
    rest = engine.table("rho/not_asked", rules=rules, asked=asked)
    tables = {"members": counted.members, "suppressed": state.suppressed, "original": state.original}
    engine.append(asked, "rho/asked_before", rules=rest, wishes=wishes, **tables)
    kept = engine.table("rho/asked", rules=rules, asked=asked)
    engine.drop(asked, rest, rules)
    return kept


def _round(state: State, counted: Counted, sensitive: Table, broken: Broken) -> tuple[State, Table]:
    engine = state.engine
    chosen = _chosen(state, broken)
    items = engine.table("rho/chosen_items", chosen=chosen, members=counted.members)
    covers = engine.table("rho/covers", chosen=chosen, occurrences=counted.occurrences, sensitive_rows=sensitive)
    picks = engine.table("rho/picks", chosen=chosen, covers=covers, chosen_items=items, lottery=state.lottery)
    picked = engine.columns("rho/picked_spots", picks=picks)
    exposed = engine.columns("rho/exposed_spots", picks=picks, covers=covers, chosen_items=items)
    accepted = engine.load("accepted", {"place": int}, [accept(len(broken), Spots(**picked), Spots(**exposed))])
    first = state.next_cause - 1
    gone = engine.table("rho/suppressed", picks=picks, accepted=accepted, first=first)
    engine.append(state.causes, "rho/causes", chosen=chosen, chosen_items=items, accepted=accepted, first=first)
    left = _recount(engine, counted, sensitive, gone)
    state = replace(state.without(gone), next_cause=state.next_cause + len(broken))
    engine.drop(chosen, items, covers, picks, accepted, gone)
    return state, left


def _chosen(state: State, broken: Broken) -> Table:
    items, amounts = choose(broken, state.limits.part, state.limits.whole, state.counts)
    places = np.arange(1, len(broken) + 1)
    kinds: dict[str, type[int] | type[str]] = dict.fromkeys(("place", "set_id", "hidden", "item", "needed"), int)
    return state.engine.load("chosen", kinds, [places, broken.set_id, broken.hidden, items, amounts])


def _recount(engine: Engine, counted: Counted, sensitive: Table, gone: Table) -> Table:
    """Take what is ``gone`` off the counted rules; returns the sensitive rows that are left."""
    make, occurrences = engine.table, counted.occurrences
    lost = make("rho/lost", occurrences=occurrences, suppressed=gone, members=counted.members)
    both = make("rho/lost_both", occurrences=occurrences, sensitive_rows=sensitive, lost=lost, suppressed=gone)
    rules = make("rho/recounted", rules=counted.rules, lost=lost, lost_both=both)
    kept = make("rho/kept_occurrences", occurrences=occurrences, lost=lost)
    left = make("rho/without", present=sensitive, suppressed=gone)
    engine.drop(lost, both, counted.rules, occurrences, sensitive)
    counted.rules, counted.occurrences = rules, kept
    return left
