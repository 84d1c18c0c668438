"""Releases by local recoding in the making: what models that are reached so share."""

import secrets
from dataclasses import dataclass
from typing import Any

from setanon_sql.audit.matching import matching_risk
from setanon_sql.columns import sizes_of
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.engine import scoped
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.methods.recoding import Hidden, item_weights, prices_for, recode_locally
from setanon_sql.methods.too_few import units_of
from setanon_sql.options.reading import AlongTaxonomy
from setanon_sql.options.words import LOCALLY_KNOWN, RecodingCost
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource
from setanon_sql.taxonomy import Nodes

#: The name of the method in a manifest.
METHOD = "local recoding"
#: Who is at risk from one known item more is counted where records hold no more sets of so many items.
MOST_SETS = 1_000_000


@dataclass(frozen=True)
class LocalResult:
    """Result of the method, in the engine of the dataset.

    ``occurrences``: ``record_id, item, node``: what stands for each item of the source, the item itself where it is
    suppressed. ``suppressed``: ``record_id, node, cause``, those of them that are. ``rows``: ``record_id, item``, the
    labels of the others, once a record.
    """

    occurrences: Table
    suppressed: Table
    rows: Table


def refuse_without_taxonomy(request: AlongTaxonomy) -> None:
    """Raise BadParameter where items cannot be generalized."""
    if request.taxonomy is None:
        raise BadParameter(
            "<recoding=local> generalizes items along a taxonomy, and none was given",
            "give <taxonomy>, or make one: <taxonomy build>",
        )


def known_items(m: int | None, otherwise: str) -> int:
    """Return how many items may be known; raises BadParameter where sets of so many are not counted.

    ``otherwise``: what protects from more.
    """
    if m is None or m > LOCALLY_KNOWN:
        raise BadParameter(
            f"<recoding=local> counts sets of up to {LOCALLY_KNOWN} known items",
            f"say <m>, 1 to {LOCALLY_KNOWN}; {otherwise}",
        )
    return m


@scoped
def recoded(
    dataset: Dataset, nodes: Nodes, k: int, m: int | None, *, cost: RecodingCost, floor: float,
    hidden: Hidden | None = None, constraints: ItemConstraints = NO_CONSTRAINTS, knowable: Table | None = None,
    whole: Dataset | None = None, classes: Table | None = None,
) -> tuple[Table, float | None]:  # fmt: skip
    """Return what stands for each item that is not gone (``record_id, item, node``), with secret floors.

    Of the prices that a cost tries the one is taken that loses least: that is returned, too, 0..1, where the cost is
    one of leaves under labels. ``hidden``, ``constraints``, ``knowable``, ``classes``: as for
    :func:`setanon_sql.methods.recoding.recode_locally`. ``whole``: the dataset with what had to go.
    """
    how: dict[str, Any] = {"prices": prices_for(cost, m), "floor": floor, "secret": secrets.token_hex(32)}
    how |= {"hidden": hidden, "constraints": constraints, "knowable": knowable, "classes": classes}
    results = recode_locally(dataset, nodes, k, m, **how)
    if classes is not None and knowable is not None:
        results = [_without_small(whole or dataset, occurrences, classes, k) for occurrences in results]
    if cost not in ("ncp", "lm"):
        return results[0], None
    losses = [_loss(whole or dataset, nodes, occurrences, cost, constraints) for occurrences in results]
    return results[losses.index(min(losses))], min(losses)


def _without_small(dataset: Dataset, occurrences: Table, classes: Table, k: int) -> Table:
    """Return what stands for items in classes of k: labels that nobody knows are left of fewer, too."""
    engine = dataset.engine
    shown = engine.table("columns/classes/left", classes=classes, held=occurrences)
    tables = {"occurrences": occurrences, "classes": shown, "sizes": sizes_of(dataset, shown)}
    return engine.table("columns/classes/labels_without_small", k=k, **tables)


def _loss(
    dataset: Dataset, nodes: Nodes, occurrences: Table, cost: RecodingCost, constraints: ItemConstraints
) -> float:
    """Return which share of what can be lost is: leaves under labels, each as often as its item weighs."""
    engine = dataset.engine
    tables = {"transactions": dataset.transactions, "occurrences": occurrences, "nodes": nodes.nodes}
    tables |= {"weights": item_weights(engine, constraints)}
    tables |= {"free": engine.load("free", {"node": int}, [sorted(constraints.free)])}
    lost, most = engine.row("recoding/publish/loss", uncounted=int(cost == "lm"), **tables)
    return float(lost / most) if most else 0.0


@scoped
def local_result(dataset: Dataset, occurrences: Table, beside: Table | None = None) -> LocalResult:
    """Return a result with the occurrences that are gone; raises NotReached where all are.

    ``beside``: ``record_id, item``: what stays as it is in any case; it is not in the dataset.
    """
    engine = dataset.engine
    rows = engine.table("recoding/publish/rows", occurrences=occurrences)
    if not engine.count(rows):
        raise NotReached("nothing would be left", "use a smaller <k> or <m>, or more records")
    tables = {"transactions": dataset.transactions, "occurrences": occurrences}
    suppressed = engine.table("recoding/publish/suppressed", **tables)
    every = engine.table("recoding/publish/all_occurrences", occurrences=occurrences, suppressed=suppressed)
    if beside is not None:
        engine.append(rows, columns_of(beside, "record_id", "item"))
        engine.append(every, columns_of(beside, "record_id", "item", node="item"))
    return LocalResult(every, suppressed, rows)


def local_release(
    dataset: Dataset, nodes: Nodes, model: ModelParameters, result: LocalResult, labels: LabelSource
) -> LongRelease:
    """Return what is published of a result."""
    engine = dataset.engine
    return LongRelease(
        dataset,
        result.rows,
        nodes.labels(engine),
        model,
        METHOD,
        form=form_of(dataset),
        suppressed=result.suppressed,
        causes=engine.empty("causes", "cause", "item", "is_sensitive"),
        occurrences=result.occurrences,
        label_source=labels,
    )


def at_risk_beyond(dataset: Dataset, rows: Table, k: int, m: int) -> int | None:
    """Count who is at risk from more than ``m`` known items, by one; None where too many sets would count."""
    dataset.engine.trace.begin_phase("counting who is at risk from one known item more")
    _, whole = units_of(dataset)
    risk = matching_risk(dataset.engine, rows, whole, m + 1, persons=dataset.persons, most=MOST_SETS)
    return None if risk is None else risk.under(k)


def tell_beyond(dataset: Dataset, k: int, knowledge: str, at_risk: int | None) -> None:
    """Tell who is at risk from one known item more, or how to find out: local recoding leaves little to spare."""
    unit, whole = units_of(dataset)
    how_many = "how many" if at_risk is None else f"{at_risk:,} of {whole:,}"
    dataset.engine.trace.note(
        f"whoever knows {knowledge}, one more than is covered, finds {how_many} {unit} among fewer than {k}: "
        + ("audit the release with that <m>" if at_risk is None else "take a larger <m> if more may be known")
    )
