"""Thresholds of sensitive items: rho, and a factor times how frequent the item is (Chen et al., formulas 2 and 3)."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.models.adaptive.options import AdaptiveParameters
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.numbers import fraction_of
from setanon_sql.pipeline.case import Case
from setanon_sql.registry.parameters import SMALLEST_PUBLIC
from setanon_sql.sensitive.constraint import Constraint, Source, near_items, near_message, none_occurs
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.small import small_rows
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.text import count, count_of, share, table

#: The factor of items where none is given.
USUAL_FACTOR = Fraction(1)


@dataclass(frozen=True)
class Threshold:
    """Highest confidence in a sensitive item: ``share`` = rho + ``factor`` * ``support`` / all records, exactly.

    ``holders``: records that hold it or, where persons count, the persons who have one.
    """

    item: int
    label: str
    support: int
    factor: Fraction
    share: Fraction
    holders: int


def factor_of(text: object) -> Fraction:
    """Return a factor as it is written (``0.5``, ``1/3``); raises BadParameter where it is no number from 0 on."""
    factor = fraction_of("<factor>", text)
    if factor < 0:
        raise BadParameter("<factor> is under 0", "rho is the least threshold; factors only add to it")
    return factor


def factors_asked(request: AdaptiveParameters) -> Fraction | Source:
    """Return one factor for all, or where they are read; raises BadParameter for both, and for a factor under 0."""
    if request.factor is not None and request.factors is not None:
        raise BadParameter("<factor> and <factors> do not go together", "give one factor for all, or one for each item")
    if request.factors is not None:
        return request.factors
    return USUAL_FACTOR if request.factor is None else factor_of(request.factor)


def thresholds_in(case: Case[AdaptiveRho, Any]) -> tuple[Threshold, ...]:
    """Return the threshold of each sensitive item of a source."""
    factors = factors_asked(case.request)
    if not isinstance(factors, Fraction):
        factors = read_factors(case.dataset, case.constraint, factors, case.reading, case.taxonomy)
    return thresholds_of(case.dataset, case.constraint, case.model.rho, factors)


def tell_thresholds(case: Case[AdaptiveRho, Any], thresholds: Sequence[Threshold]) -> None:
    """Tell the thresholds; items by name only where values may be shown."""
    show_values = bool(case.request.settings and case.request.settings.show_values)
    case.dataset.engine.trace.note(threshold_table(thresholds, case.dataset.records, show_values=show_values))


def thresholds_of(
    dataset: Dataset, constraint: Constraint, rho: Fraction, factors: Fraction | Mapping[str, Fraction]
) -> tuple[Threshold, ...]:
    """Return the threshold of each sensitive item, the most frequent first.

    ``dataset``: the transactions, in an engine. ``constraint``: what is sensitive.
    ``rho``: the lowest threshold, 0..1.
    ``factors``: one for all, or by label (items without one have 0).

    Raises BadParameter where a threshold does not lie between 0 and 1.
    Source: Chen et al., formulas 2 and 3.
    """
    rows = dataset.engine.rows("rules/constraint/sensitive_items", items=dataset.items, sensitive=constraint.sensitive)
    thresholds = []
    holders = _persons_of(dataset, constraint)
    for item, label, support in rows:
        factor = factors if isinstance(factors, Fraction) else factors.get(label, Fraction(0))
        share = rho + factor * Fraction(int(support), dataset.records)
        held_by = holders.get(int(item), int(support))
        thresholds.append(Threshold(int(item), str(label), int(support), factor, share, held_by))
    _refuse_high(thresholds)
    return tuple(thresholds)


@scoped
def _persons_of(dataset: Dataset, constraint: Constraint) -> dict[int, int]:
    """Return how many persons hold each sensitive item; nothing where only records count."""
    if dataset.persons is None:
        return {}
    engine = dataset.engine
    rows = engine.table(
        "rules/count_rules/sensitive_rows", transactions=dataset.transactions, sensitive=constraint.sensitive
    )
    holders = engine.rows("rules/persons/holders_of_sensitive", sensitive_rows=rows, persons=dataset.persons)
    return {int(item): int(persons) for item, persons in holders}


def public_shares(thresholds: Sequence[Threshold], rho: Fraction) -> dict[int, Fraction]:
    """Return the thresholds that a release keeps, by item number.

    The exact threshold of an item tells how many records held it. Where these, or the persons who had them, were fewer
    than five, that must not be public: the release keeps the stricter rho for such an item.
    """
    return {
        threshold.item: threshold.share if threshold.holders >= SMALLEST_PUBLIC else rho for threshold in thresholds
    }


def _refuse_high(thresholds: Sequence[Threshold]) -> None:
    high = [threshold for threshold in thresholds if threshold.share >= 1]
    if high:
        raise BadParameter(
            f"{len(high)} of {len(thresholds)} sensitive items get a threshold of 1 or more, which allows everything",
            "lower <rho>, or the factors of the most frequent items",
            [threshold.label for threshold in high[:20]],
        )


def read_factors(
    dataset: Dataset,
    constraint: Constraint,
    source: Source,
    options: SourceOptions | None = None,
    taxonomy: Taxonomy | None = None,
) -> dict[str, Fraction]:
    """Read ``--factors``: a file, a frame, or with ``options.db`` a table, with the columns ``item`` and ``factor``.

    A label of the ``taxonomy`` stands for all sensitive items under it that have no nearer row. Tells in notes which
    items are passed over. Raises BadInput where it cannot be read, an item is there twice or is not sensitive, or a
    factor is no number from 0 on.
    """
    options = options or SourceOptions()
    rows = small_rows(dataset.engine, source, options, ("item", "factor"))
    if not rows:
        raise BadInput("<factors> names no item", "list items with their factors, or give one <factor> for all")
    blank = sum(item is None or not str(item).strip() for item, _ in rows)
    if blank:
        raise BadInput(
            f"{count_of(blank, 'row')} of <factors> {'lacks' if blank == 1 else 'lack'} an item",
            "write the item, or delete the row",
        )
    labels = [str(item) for item, _ in rows]
    if len(set(labels)) < len(labels):
        twice = sorted(label for label, n in Counter(labels).items() if n > 1)
        raise BadInput(
            f"{count_of(len(twice), 'item stands', 'items stand')} in <factors> more than once",
            "keep one row for each item",
            twice,
        )
    factors = dict(zip(labels, _factors([factor for _, factor in rows]), strict=True))
    return _of_items(dataset, constraint, factors, taxonomy)


def _factors(texts: Sequence[object]) -> list[Fraction]:
    factors: list[Fraction] = []
    for text in texts:
        try:
            factors.append(factor_of(text))
        except BadParameter:
            continue
    if len(factors) < len(texts):
        wrong = len(texts) - len(factors)
        raise BadInput(f"{wrong} factors in <factors> are no numbers from 0 on", "write them like 0.5 or 1/3")
    return factors


def _of_items(
    dataset: Dataset, constraint: Constraint, factors: Mapping[str, Fraction], taxonomy: Taxonomy | None
) -> dict[str, Fraction]:
    """Return the factors of the sensitive items; tell what the others name."""
    engine = dataset.engine
    rows = engine.rows("rules/constraint/sensitive_items", items=dataset.items, sensitive=constraint.sensitive)
    sensitive = {str(label) for _, label, _ in rows}
    labels = {str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)}
    nearest = {label: next((over for over in _path(taxonomy, label) if over in factors), None) for label in sensitive}
    over_items = {over for label in labels for over in _path(taxonomy, label)}
    over_sensitive = {over for label in sensitive for over in _path(taxonomy, label)}
    _compare(engine, factors.keys(), over_items, over_sensitive)
    if missing := sum(over is None for over in nearest.values()):
        engine.trace.note(
            f"{count_of(missing, 'sensitive item has', 'sensitive items have')} no row in <factors>: their "
            "factor is 0, their threshold rho"
        )
    _warn_of_near(dataset, constraint, factors)
    return {label: factors[over] for label, over in nearest.items() if over}


def _path(taxonomy: Taxonomy | None, label: str) -> tuple[str, ...]:
    """Return a label and those over it."""
    return taxonomy.path(label) if taxonomy and label in taxonomy.depth else (label,)


@scoped
def _warn_of_near(dataset: Dataset, constraint: Constraint, factors: Mapping[str, Fraction]) -> None:
    engine = dataset.engine
    named = engine.load_rows("named", {"label": str}, [(label,) for label in factors])
    labels = engine.table("rules/constraint/sensitive_labels", sensitive=constraint.sensitive, items=dataset.items)
    if near := near_items(engine, named, labels):
        engine.trace.warn(near_message(near, "<factors>"), near)


def _compare(engine: Engine, factors: Set[str], labels: Set[str], sensitive: Set[str]) -> None:
    """Compare the ``factors`` with the ``labels`` that stand for items of the data, and those for sensitive ones."""
    open_items = sorted((factors & labels) - sensitive)
    if open_items:
        raise BadInput(
            f"{count_of(len(open_items), 'item')} in <factors> {'is' if len(open_items) == 1 else 'are'} in the data, "
            "but not in <sensitive>",
            "list them in <sensitive>, or take them out of <factors>",
            open_items,
        )
    if not factors & sensitive:
        raise BadInput(
            none_occurs(len(factors), "<factors>"),
            "are they written as in the source (case, spaces)? Is it the right file?",
        )
    if unknown := len(factors - labels):
        engine.trace.note(
            f"{unknown} of the {len(factors)} items in <factors> {'does' if unknown == 1 else 'do'} not occur in the "
            "data"
        )


def public_model(engine: Engine, thresholds: Sequence[Threshold], base: RhoUncertainty) -> AdaptiveRho:
    """Return the model that may be told: thresholds that would give a small support away are lowered to rho."""
    shares = public_shares(thresholds, base.rho)
    if stricter := sum(shares[threshold.item] < threshold.share for threshold in thresholds):
        engine.trace.note(
            f"{count_of(stricter, 'sensitive item is', 'sensitive items are')} in fewer than {SMALLEST_PUBLIC} "
            f"records{_or_persons(base.person)}: the release keeps rho for them, since their thresholds would tell "
            "how many"
        )
    by_label = {threshold.label: shares[threshold.item] for threshold in thresholds}
    return AdaptiveRho(base.rho, base.m, by_label, person=base.person)


def _or_persons(person: bool) -> str:
    return ", or those of fewer persons" if person else ""


def threshold_table(thresholds: Sequence[Threshold], records: int, *, show_values: bool = False, most: int = 20) -> str:
    """Return a table of the thresholds, the ``most`` most frequent items by line; labels only with ``show_values``."""
    first = "sensitive item" if show_values else "sensitive item (by frequency)"
    heads = [first, "records", "F", "factor", "threshold"]
    rows = [
        [
            threshold.label if show_values else f"#{rank}",
            count(threshold.support),
            share(threshold.support, records),
            f"{float(threshold.factor):.6g}",
            f"{threshold.share} = {float(threshold.share):.6g}",
        ]
        for rank, threshold in enumerate(thresholds[:most], 1)
    ]
    shares = [threshold.share for threshold in thresholds]
    mean = float(sum(shares) / len(shares))
    ends = f"thresholds from {float(min(shares)):.6g} to {float(max(shares)):.6g}, mean {mean:.6g}"
    more = f"and {count(len(thresholds) - most)} more; " if len(thresholds) > most else ""
    return f"{table(heads, rows, left_columns=1)}\n{more}{ends}"
