"""What somebody may know of a person by one item: a label in one release, or labels of several that fit each other.

Each label of each release has a number. A fact of one label is called by it. Each release in turn adds its labels to
the facts of those before it which are of the same item.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table, all_rows, columns_of
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.inner import with_own_leaves_of
from setanon_sql.taxonomy.others import narrowed_labels, narrowed_leaves
from setanon_sql.taxonomy.tree import with_leaves

#: Leaves that labels stand for.
_Leaves = Mapping[str, frozenset[str]]
#: A release, by its place, and a label of it.
_Label = tuple[int, str]


@dataclass(frozen=True)
class Facts:
    """Facts about people: ``rows`` (``record_id``: the person, ``item``: the fact), and their labels by number."""

    rows: Table
    parts: Table
    fitting: Table

    def said_twice(self, engine: Engine, threat_items: Table) -> int:
        """Return how many threats hold two facts that are one, where both are of one item."""
        sizes = engine.table("inference/across/sizes", parts=self.parts)
        tables = {"parts": self.parts, "sizes": sizes, "fitting": self.fitting}
        return engine.number("inference/across/said_twice", threat_items=threat_items, **tables)


@dataclass(frozen=True)
class ReleasedLabels:
    """The labels of releases, and which of two of them one item can have (both ways round)."""

    of_release: Sequence[Sequence[str]]
    fitting: frozenset[tuple[_Label, _Label]]

    @classmethod
    def read(
        cls, engine: Engine, sides: Sequence[Table], taxonomy: Taxonomy | None, *, placed: bool
    ) -> "ReleasedLabels":
        """Read the labels of ``sides (person, label)``; ``placed``: those the taxonomy lacks are below its root."""
        listed = [[str(row[0]) for row in engine.rows("inference/across/labels", held=side)] for side in sides]
        names = {label for labels in listed for label in labels}
        taxonomy = taxonomy and with_own_leaves_of(taxonomy, names)
        if taxonomy and placed:
            taxonomy = with_leaves(taxonomy, names - taxonomy.depth.keys() - narrowed_labels(taxonomy, names).keys())
        pairs = {
            ((old, label), (new, other))
            for old, new in combinations(range(len(listed)), 2)
            for label, other in fitting_pairs(listed[old], listed[new], taxonomy)
        }
        return cls(listed, frozenset(pairs | {(second, first) for first, second in pairs}))

    def apart(self) -> bool:
        """Return whether two releases each have labels that fit none in the other."""
        fit = {(first, second[0]) for first, second in self.fitting}

        def alone(at: int, other: int) -> bool:
            return any(((at, label), other) not in fit for label in self.of_release[at])

        return any(alone(a, b) and alone(b, a) for a, b in combinations(range(len(self.of_release)), 2))

    def hidden(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the labels of the first release, and of the others, that fit none in another one."""
        fit = {first for first, _ in self.fitting}
        alone = [[label for label in labels if (at, label) not in fit] for at, labels in enumerate(self.of_release)]
        return tuple(sorted(alone[0])), tuple(sorted({label for labels in alone[1:] for label in labels}))

    def facts(self, engine: Engine, sides: Sequence[Table]) -> Facts:
        """Return the facts about each person of ``sides (person, label)``."""
        numbers = {
            label: number for number, label in enumerate(
                ((at, label) for at, labels in enumerate(self.of_release) for label in labels), 1)
        }  # fmt: skip
        rows = [(number, at, label) for (at, label), number in numbers.items()]
        numbered = engine.load_rows("numbers", {"number": int, "release": int, "label": str}, rows)
        pairs = sorted((numbers[first], numbers[second]) for first, second in self.fitting)
        fitting = engine.load_rows("fitting", {"number": int, "other": int}, pairs)
        parts = engine.load_rows("parts", {"fact": int, "number": int}, [(n, n) for n in numbers.values()])
        facts = engine.empty("facts", "person", "fact", "labels")
        after = len(numbers)
        for release, side in enumerate(sides):
            labels = engine.table("inference/across/held_labels", held=side, numbers=numbered, release=release)
            tables = {"facts": facts, "held_labels": labels, "parts": parts, "fitting": fitting}
            grown = engine.table("inference/across/grown", **tables)
            new = engine.table("inference/across/grown_numbers", grown=grown, after=after)
            after += engine.count(new)
            grown_facts = engine.table("inference/across/grown_facts", grown=grown, grown_numbers=new)
            grown_parts = engine.table("inference/across/grown_parts", grown_numbers=new, parts=parts)
            engine.append(facts, all_rows(grown_facts))
            engine.append(facts, "inference/across/single_facts", held_labels=labels)
            engine.append(parts, all_rows(grown_parts))
        return Facts(engine.table(columns_of(facts, record_id="person", item="fact")), parts, fitting)


def fitting_pairs(old: Sequence[str], new: Sequence[str], taxonomy: Taxonomy | None) -> list[tuple[str, str]]:
    """Return the pairs of labels that one item can have: the same label, or one over the other.

    A label from which a release took items out fits what is at or over a leaf that it stands for.
    """
    tree_labels = set(taxonomy.depth) if taxonomy else set()
    over = {
        label: set(taxonomy.path(label)) if taxonomy and label in tree_labels else {label} for label in {*old, *new}
    }
    pairs = {(label, other) for label in old for other in over[label].intersection(new)}
    pairs |= {(label, other) for other in new for label in over[other].intersection(old)}
    if taxonomy:
        narrowed = narrowed_leaves(taxonomy, old), narrowed_leaves(taxonomy, new)
        pairs |= {(label, other) for label, other in _fitting_narrowed(taxonomy, narrowed[0], narrowed[1], new)}
        pairs |= {(label, other) for other, label in _fitting_narrowed(taxonomy, narrowed[1], narrowed[0], old)}
    return sorted(pairs)


def _fitting_narrowed(
    taxonomy: Taxonomy, narrowed: _Leaves, narrowed_others: _Leaves, others: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield the labels of one release from which items were taken out, each with those of the other that fit it."""
    for name, leaves in narrowed.items():
        covered = {label for leaf in leaves for label in taxonomy.path(leaf)}
        for other in others:
            below = narrowed_others.get(other)
            if other in covered or (below is not None and not leaves.isdisjoint(below)):
                yield name, other
