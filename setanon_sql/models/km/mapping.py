"""The mapping of a k^m-anonymous release: read from a file, and written for the next data.

What a rule dropped has no label, whatever stands over it. A mapping for the owner says so, and the next run drops it
again. A public one does not speak of it, and has of all others what release and taxonomy tell: no label that no row of
the release shows, and no item that neither of them names.
"""

from collections.abc import Collection
from pathlib import Path

from setanon_sql.decisions import Decisions, Forest
from setanon_sql.errors import BadParameter
from setanon_sql.models.km.methods import KmResult
from setanon_sql.models.km.methods.mapped import mapping_of
from setanon_sql.models.km.options import AnonymizeKm
from setanon_sql.options.words import Tier
from setanon_sql.pipeline.publishing import ReleaseTarget
from setanon_sql.release.file_checks import refuse_shared, with_manifest
from setanon_sql.release.mappings import ItemMapping, MappingFile, read_mapping


def known_mapping(parameters: AnonymizeKm) -> ItemMapping | None:
    """Read the mapping to apply; raises BadParameter for what does not go with it."""
    if parameters.mapping is None:
        if parameters.extend:
            raise BadParameter("<extend> repairs a mapping", "give the <mapping>, too")
        return None
    if not isinstance(parameters.mapping, str | Path):
        raise BadParameter("<mapping> is no file", "name the file that <mapping_out> wrote")
    if parameters.taxonomy is None:
        raise BadParameter("a mapping is applied along its taxonomy", "give the <taxonomy> that it was made with")
    if parameters.algorithm != "improved":
        raise BadParameter("<mapping> says what is done: nothing is searched", "leave <algorithm> out")
    return read_mapping(Path(parameters.mapping))


def mapping_file(parameters: AnonymizeKm, target: ReleaseTarget, report: Path | None) -> MappingFile | None:
    """Return where the mapping goes, checked before the work; None where none is asked for."""
    if parameters.mapping_out is None:
        return None
    path = Path(parameters.mapping_out)
    others = (*target.destination.files, target.write.ledger, report)
    refuse_shared(with_manifest(path), [other for other in others if other])
    file = MappingFile(path, parameters.mapping_tier, target.write.overwrite, target.write.inputs)
    file.check()
    return file


def dropped_labels(
    forest: Forest, decisions: Decisions, placeless: Collection[int], mapping: ItemMapping | None
) -> frozenset[str]:
    """Return the items, and leaves that the data lack, that rules, the taxonomy or the ``mapping`` before drop.

    ``placeless``: items that are dropped since the taxonomy lacks them.
    """
    under = {node for rule in decisions.of("drop") for node in forest.under(forest.number[rule.item])}
    named = (forest.labels[node] for node in under.union(placeless) if not forest.below[node])
    return (mapping.dropped if mapping else frozenset()).union(named)


def items_called(forest: Forest, labels: Collection[str]) -> frozenset[int]:
    """Return the items of the data with some labels."""
    return frozenset(number for label in labels if 0 < (number := forest.number.get(label, 0)) <= forest.items)


def next_mapping(
    result: KmResult, tier: Tier, dropped: frozenset[str], own_leaves: frozenset[str] | None
) -> ItemMapping:
    """Return the mapping of a release: of the data and the mapping before, or (public) of the taxonomy.

    ``dropped``: see :func:`dropped_labels`. ``own_leaves``: the leaves of the taxonomy as it was read. Without one
    (None) nobody knows an item that is suppressed: a public mapping has only those that are published.
    """
    tree = result.tree
    if tier == "internal":
        labels = mapping_of(tree, result.kept, result.known.union(range(1, tree.items + 1)))
        return ItemMapping(_without(labels, dropped), dropped)
    visible = tree.visible(result.kept)
    public = (own_leaves or frozenset()).union(str(tree.labels[node]) for node in visible)
    labels = mapping_of(tree, visible, (leaf for leaf in tree.lowest if str(tree.labels[leaf]) in public))
    return ItemMapping(_without(labels, dropped))


def _without(labels: dict[str, str], dropped: frozenset[str]) -> dict[str, str]:
    return {item: label for item, label in labels.items() if item not in dropped}
