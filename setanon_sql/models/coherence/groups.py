"""Groups of sensitive items, as ``--sensitive-groups`` lists them: which items, how surely one may follow."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.models.coherence.parameters import Coherence, SensitiveGroup
from setanon_sql.numbers import fraction_of
from setanon_sql.pipeline.case import Case
from setanon_sql.query.templates import columns_of
from setanon_sql.sensitive.constraint import NamedRows, in_words_of, items_of_labels, none_occurs
from setanon_sql.sources.small import Row, small_rows
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.text import count_of

_OPTION = "<sensitive_groups>"


def with_groups(case: Case[Coherence, Any]) -> Case[Coherence, Any]:
    """Return a case whose model has the groups that its options name; raises BadInput where they make no sense."""
    source = getattr(case.request, "sensitive_groups", None)
    if source is None:
        return case
    rows = small_rows(case.dataset.engine, source, case.reading, ("item", "group"), ("h",))
    shares = _shares(rows, case.model.h)
    members = _members(case.dataset, case.taxonomy, rows)
    _refuse_names(case.dataset, list(shares))
    _refuse_open(case, members)
    groups = _groups_of_data(case, shares, members)
    return replace(case, model=replace(case.model, groups=groups))


def _shares(rows: Sequence[Row], h: Fraction) -> dict[str, Fraction]:
    """Return how surely an item of each group may follow; raises BadInput where a row does not tell."""
    if not rows:
        raise BadInput(f"{_OPTION} names no item", "list items with their groups, or leave it out")
    if blank := sum(not str(item or "").strip() or not str(group or "").strip() for item, group, _ in rows):
        raise BadInput(
            f"{count_of(blank, 'row')} of {_OPTION} {'lacks' if blank == 1 else 'lack'} an item or a group",
            "write both, or delete the row",
        )
    shares_by_group: dict[str, set[Fraction]] = {}
    for _, group, share in rows:
        shares_by_group.setdefault(str(group), set()).update(
            [] if share is None or not share.strip() else [_share(share)]
        )
    if several := sorted(group for group, shares in shares_by_group.items() if len(shares) > 1):
        raise BadInput(f"{count_of(len(several), 'group has', 'groups have')} several h", "write one of each", several)
    shares = {group: min(shares, default=h) for group, shares in shares_by_group.items()}
    if free := sorted(group for group, share in shares.items() if share == 1):
        raise BadInput(
            f"{count_of(len(free), 'group has', 'groups have')} no h, and <h> bounds nothing",
            f"give {_OPTION} a column h, or say <h>",
            free,
        )
    return shares


def _share(text: str) -> Fraction:
    try:
        return SensitiveGroup("", fraction_of("<h> of a group", text), ()).h
    except BadParameter as error:
        raise BadInput(f"an h in {_OPTION} is no share between 0 and 1", "write it like 0.4 or 1/3") from error


@scoped
def _members(dataset: Dataset, taxonomy: Taxonomy | None, rows: Sequence[Row]) -> set[tuple[str, str]]:
    """Return the items of groups, by the labels of the data: (item, group); labels of a taxonomy stand for items."""
    engine = dataset.engine
    pairs = sorted({(str(item), str(group)) for item, group, _ in rows})
    listed = NamedRows(engine.load_rows("named", {"label": str, "source_id": str}, pairs), personal=True)
    listed = in_words_of(dataset, listed)
    named = items_of_labels(dataset, listed, taxonomy) if taxonomy else listed.table
    return {(str(item), str(group)) for item, group in engine.rows(columns_of(named, "label", "source_id"))}


def _refuse_names(dataset: Dataset, names: Sequence[str]) -> None:
    """Raise BadInput for groups that are called as an item is."""
    labels = {str(label) for _, label in dataset.engine.rows("taxonomy/nodes/labels", items=dataset.items)}
    if wrong := sorted(labels.intersection(names)):
        raise BadInput(
            f"{count_of(len(wrong), 'group')} of {_OPTION} {'is' if len(wrong) == 1 else 'are'} called as an item is",
            "give each group a name of its own",
            wrong,
        )


def _refuse_open(case: Case[Coherence, Any], members: set[tuple[str, str]]) -> None:
    """Raise BadInput for items that are not sensitive."""
    rows = case.dataset.engine.rows(columns_of(case.constraint.named, "label"))
    if wrong := sorted({item for item, _ in members} - {str(label) for (label,) in rows}):
        raise BadInput(
            f"{count_of(len(wrong), 'item')} in {_OPTION} {'is' if len(wrong) == 1 else 'are'} not in <sensitive>",
            "list them in <sensitive>, or take them out of their groups",
            wrong,
        )


def _groups_of_data(
    case: Case[Coherence, Any], shares: Mapping[str, Fraction], members: set[tuple[str, str]]
) -> tuple[SensitiveGroup, ...]:
    """Return the groups with those of their items that the data hold; raises BadInput where they hold none of any."""
    tables = {"items": case.dataset.items, "sensitive": case.sensitive_items}
    rows = case.dataset.engine.rows("rules/constraint/sensitive_labels", **tables)
    labels_of_data = {str(label) for (label,) in rows}
    items_by_group = {
        name: sorted(item for item, group in members if group == name and item in labels_of_data) for name in shares
    }
    if not any(items_by_group.values()):
        raise BadInput(
            none_occurs(len({item for item, _ in members}), _OPTION),
            "are they written as in the source (case, spaces)? Is it the right file?",
        )
    return tuple(
        SensitiveGroup(name, shares[name], tuple(items)) for name, items in sorted(items_by_group.items()) if items
    )
