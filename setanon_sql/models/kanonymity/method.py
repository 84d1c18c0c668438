"""k-anonymity of whole records by local generalization (LG): set-at-a-time, from the root of the taxonomy down.

1. All records are one part (with columns, those of a class are one); every item stands as the root. All records of a
   part have the same labels.
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
from setanon_sql.engine import Workspace, scoped
from setanon_sql.errors import BadParameter
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Nodes

__all__ = ["KAnonymityResult", "anonymize_kanonymity", "refuse_too_few"]

#: Which records go together (``divided``): those of k persons, or k, each a person of its own.
DIVIDE = (
    "kanonymity/divide/contents", "kanonymity/divide/units", "kanonymity/divide/subsets", "kanonymity/divide/ranked",
    "kanonymity/divide/spare", "kanonymity/divide/fates", "kanonymity/divide/divided",
)  # fmt: skip


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


@scoped
def anonymize_kanonymity(dataset: Dataset, k: int, nodes: Nodes, classes: Table | None = None) -> KAnonymityResult:
    """Generalize until each record equals k - 1 others; see the module for the plan.

    ``dataset``: the transactions, at least ``k`` records (or records of as many persons, where it has persons).
    ``nodes``: the tree over their items. ``classes``: ``record_id, class``, of which each has as many records in the
    dataset, or none; None: all records are of one.
    """
    engine = dataset.engine
    space = Workspace(engine, transactions=dataset.transactions, persons=dataset.owners(), k=k)
    space.run("kanonymity/start/steps", ancestors=nodes.ancestors, nodes=nodes.nodes)
    if classes is None:
        space.run("kanonymity/start/live", root=nodes.root)
    else:
        space.run("kanonymity/start/live_of_classes", into="live", root=nodes.root, classes=classes)
    space.run("kanonymity/start/parts")
    space["settled"] = engine.empty("settled", "record_id", "item", "node")
    rounds = 0
    last = space.count("parts")
    while space.count("live"):
        last += _step(space, last)
        rounds += 1
    rows = engine.table("recoding/publish/rows", occurrences=space["settled"])
    return KAnonymityResult(space["settled"], rows, rounds)


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


def _step(space: Workspace, last: int) -> int:
    """Open the labels of all parts that can be opened, and settle what cannot; return how many parts are new.

    ``live``: ``record_id, part, item, node, child, gain``, labels that may yet be opened. ``parts``: ``part, records``.
    ``last``: the highest number of a part. ``settled``: ``record_id, item, node``, labels that stand.
    """
    with space.inner() as aside:
        aside.run("kanonymity/choose/branches", "kanonymity/choose/openings", *DIVIDE)
        aside.run("kanonymity/divide/new_parts", last=last)
        aside.run("kanonymity/divide/members", "kanonymity/step/stepped")
        aside.append("settled", "kanonymity/step/settled")
        aside.run("kanonymity/step/parts", "kanonymity/step/live")
        aside.hand_out("parts", "live")
        return aside.count("new_parts")
