"""Releases that obey constraints on single items, by trying all sets of labels: ``(item, rule, level)`` as written."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from setanon_sql.taxonomy import Taxonomy
from tests.oracle import km

Rules = Sequence[tuple[str, str, str]]
Records = list[set[str]]


def of(rules: Rules, rule: str, taxonomy: Taxonomy, data: Records) -> set[str]:
    """The items of the data that some rule speaks of."""
    named = {item for item, kind, _ in rules if kind == rule}
    return {item for item in set().union(*data) if named & set(taxonomy.path(item))}


def antichains(taxonomy: Taxonomy) -> list[tuple[str, ...]]:
    """All sets of labels, none over another."""
    labels = sorted(taxonomy.depth)
    above = {label: set(taxonomy.path(label)[1:]) for label in labels}
    sets: list[tuple[str, ...]] = [()]
    for label in labels:
        sets += [(*kept, label) for kept in sets if not any(a in above[label] or label in above[a] for a in kept)]
    return sets


def released(data: Records, taxonomy: Taxonomy, kept: Iterable[str], dropped: set[str]) -> Records:
    """The records with a label in place of each item that is not dropped."""
    kept = set(kept)
    return [{over for item in record - dropped for over in taxonomy.path(item) if over in kept} for record in data]


def obeys(data: Records, taxonomy: Taxonomy, kept: Iterable[str], rules: Rules) -> bool:
    """Does a choice of labels keep what must stay, and is no label too general?"""
    kept = set(kept)
    if not of(rules, "keep", taxonomy, data) <= kept:
        return False
    return not any(
        label in kept and _too_general(label, item, level, taxonomy)
        for named, rule, level in rules
        if rule == "at_most"
        for item in of([(named, "at_most", level)], "at_most", taxonomy, data)
        for label in taxonomy.path(item)[1:]
    )


def _too_general(label: str, item: str, level: str, taxonomy: Taxonomy) -> bool:
    if level.isdigit():
        return taxonomy.depth[label] < int(level)
    return level in taxonomy.path(item)[: taxonomy.path(item).index(label)]


def cost(
    data: Records, taxonomy: Taxonomy, kept: Iterable[str], rules: Rules, weights: dict[str, str], measure: str
) -> float:
    """What a choice of labels costs: each occurrence as its item weighs, nothing within labels that are as good."""
    kept, dropped = set(kept), of(rules, "drop", taxonomy, data)
    free = {label for label in taxonomy.depth for one in _named(rules, "together") if one in taxonomy.path(label)}
    told = [dict(weights), {item: level for item, rule, level in rules if rule == "prefer"}]
    rows = [item for record in data for item in record]
    after = {item: _label(item, kept, dropped, taxonomy) for item in rows}
    lost = total = 0.0
    for item in rows:
        weight = float(_weight(item, told[0], taxonomy) * _weight(item, told[1], taxonomy))
        if measure == "bits":
            share, whole = km.item_bits(rows, after, item), km.item_bits(rows, {**after, item: None}, item)
        else:
            share, whole = km.loss([{item}], {item: after[item]}, taxonomy, measure), 1.0
        lost, total = lost + weight * (0.0 if after[item] in free else share), total + weight * whole
    return lost / total if total else 0.0


def _label(item: str, kept: set[str], dropped: set[str], taxonomy: Taxonomy) -> str | None:
    """What is released for an item."""
    return None if item in dropped else next((one for one in taxonomy.path(item) if one in kept), None)


def _named(rules: Rules, rule: str) -> list[str]:
    return [item for item, kind, _ in rules if kind == rule]


def _weight(item: str, weights: dict[str, str], taxonomy: Taxonomy) -> Fraction:
    return next((Fraction(weights[one]) for one in taxonomy.path(item) if one in weights), Fraction(1))


def safe_choices(data: Records, taxonomy: Taxonomy, rules: Rules, k: int, m: int | None) -> list[tuple[str, ...]]:
    """All choices of labels that obey the rules and make a release that is k^m-anonymous and not empty of labels."""
    dropped = of(rules, "drop", taxonomy, data)
    return [
        kept
        for kept in antichains(taxonomy)
        if kept
        and obeys(data, taxonomy, kept, rules)
        and km.is_km_anonymous(released(data, taxonomy, kept, dropped), k, m or len(kept))
    ]


def fewest_to_give_up(data: Records, keep: set[str], k: int, m: int | None) -> int:
    """How many of some items have to go so that the others can stay as they are."""
    best = len(keep)
    for bits in range(2 ** len(keep)):
        stay = {item for at, item in enumerate(sorted(keep)) if bits >> at & 1}
        if km.is_km_anonymous([record & stay for record in data], k, m or max(len(stay), 1)):
            best = min(best, len(keep) - len(stay))
    return best
