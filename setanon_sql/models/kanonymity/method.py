"""k-anonymity of whole records by local generalization (LG): set-at-a-time, from the root of the taxonomy down.

1. All records are one part; every item stands as the root. All records of a part have the same labels.
2. For all parts at once: open the labels below which all records of the part hold the same. Of the others open the one
   that gains most, in parts of at least 2 k records.
3. Where that divides a part, records that hold the same labels below go together. Subsets under k stay together under
   the old label, which then stands; if they are fewer than k, they take over the records of least gain.
4. What was opened goes one step down. Go on from 2 until no label can be opened.

Every part holds at least k records with the same labels at each moment, so the release is k-anonymous wherever it ends.
Where k counts persons, so do "k" and "fewer than k" in 3 and 4: the records of a person that hold the same labels below
stay together, and are one of k. Two parts may hold records of one person.

Source: He and Naughton, "Anonymization of Set-Valued Data via Top-Down, Local Generalization" (PVLDB 2009), section 4;
theirs opens one label of one part at a time.
"""

from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadParameter
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Nodes

__all__ = ["KAnonymityResult", "anonymize_kanonymity", "refuse_too_few"]


@dataclass(frozen=True)
class KAnonymityResult:
    """Result of the method, in the engine of the dataset.

    ``occurrences``: ``record_id, item, node``: what stands for each item of the source. ``rows``: ``record_id, item``,
    these labels, once a record. ``rounds``: steps down.
    """

    occurrences: Table
    rows: Table
    rounds: int
    method: str = "LG"


@dataclass(frozen=True)
class _Parts:
    """Parts in the making.

    ``live``: ``record_id, part, item, node, child, gain``, labels that may yet be opened. ``parts``: ``part, records``.
    ``last``: the highest number of a part. ``settled``: ``record_id, item, node``, labels that stand.
    """

    live: Table
    parts: Table
    last: int
    settled: Table


@scoped
def anonymize_kanonymity(dataset: Dataset, k: int, nodes: Nodes) -> KAnonymityResult:
    """Generalize until each record equals k - 1 others; see the module for the plan.

    ``dataset``: the transactions, at least ``k`` records (or records of as many persons, where it has persons).
    ``nodes``: the tree over their items.
    """
    engine = dataset.engine
    steps = engine.table("kanonymity/start/steps", ancestors=nodes.ancestors, nodes=nodes.nodes)
    live = engine.table("kanonymity/start/live", transactions=dataset.transactions, steps=steps, root=nodes.root)
    settled = engine.empty("settled", "record_id", "item", "node")
    state = _Parts(live, engine.table("kanonymity/start/parts", live=live), 1, settled)
    rounds = 0
    while engine.count(state.live):
        state = _step(dataset, state, k, steps)
        rounds += 1
    return KAnonymityResult(settled, engine.table("recoding/publish/rows", occurrences=settled), rounds)


def refuse_too_few(dataset: Dataset, model: KAnonymity) -> None:
    """Raise BadParameter where a dataset has fewer than k records, or persons with one."""
    noun = "records" if dataset.persons is None else "persons"
    number = dataset.records
    if dataset.persons is not None:
        rows = {"at_risk": dataset.transactions, "persons": dataset.persons}
        number = dataset.engine.number("counting/persons/at_risk_persons", **rows)
    if number < model.k:
        raise BadParameter(
            f"k is {model.k}, but the source has only {number} {noun}: no k can be equal",
            f"use a smaller <k> or more {noun}",
        )


@scoped
def _step(dataset: Dataset, state: _Parts, k: int, steps: Table) -> _Parts:
    """Open the labels of all parts that can be opened, and settle what cannot."""
    engine = dataset.engine
    persons = dataset.persons
    make = engine.table
    branches = make("kanonymity/choose/branches", live=state.live)
    openings = make("kanonymity/choose/openings", branches=branches, parts=state.parts, k=k)
    contents = make("kanonymity/divide/contents", live=state.live, openings=openings)
    divided = _divided_by_persons(engine, contents, persons, k) if persons else _divided(engine, contents, k)
    new_parts = make("kanonymity/divide/new_parts", divided=divided, last=state.last)
    members = make("kanonymity/divide/members", divided=divided, new_parts=new_parts)
    stepped = make("kanonymity/step/stepped", live=state.live, openings=openings, members=members, steps=steps)
    engine.append(state.settled, "kanonymity/step/settled", stepped=stepped)
    parts = make("kanonymity/step/next_parts", parts=state.parts, new_parts=new_parts)
    live = make("kanonymity/step/next_live", stepped=stepped)
    last = state.last + engine.count(new_parts)
    engine.drop(state.live, state.parts)
    return _Parts(live, parts, last, state.settled)


def _divided(engine: Engine, contents: Table, k: int) -> Table:
    """Return ``record_id, part, subset``: which records go together (0: left over), at least k each."""
    subsets = engine.table("kanonymity/divide/subsets", contents=contents)
    fates = engine.table("kanonymity/divide/fates", subsets=subsets, k=k)
    return engine.table("kanonymity/divide/divided", contents=contents, subsets=subsets, fates=fates, k=k)


def _divided_by_persons(engine: Engine, contents: Table, persons: Table, k: int) -> Table:
    """Return which records go together, those of at least k persons each."""
    make = engine.table
    units = make("kanonymity/divide_persons/units", contents=contents, persons=persons)
    subsets = make("kanonymity/divide_persons/subsets", units=units)
    ranked = make("kanonymity/divide_persons/ranked", units=units, subsets=subsets, k=k)
    spare = make("kanonymity/divide_persons/spare", ranked=ranked, k=k)
    fates = make("kanonymity/divide_persons/fates", subsets=subsets, ranked=ranked, spare=spare, k=k)
    parts = {"contents": contents, "persons": persons, "subsets": subsets, "fates": fates, "spare": spare}
    return make("kanonymity/divide_persons/divided", **parts)
