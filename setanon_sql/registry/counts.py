"""What is promised of a table of counts without noise."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from setanon_sql.errors import BadInput

#: What such a file is called in its manifest.
COUNTS = "counts of k and more"
#: The columns of items of such a file: so many items the largest itemset has.
ITEM_COLUMNS = ("item", "item2", "item3")
MOST_ITEMS = len(ITEM_COLUMNS)


@dataclass(frozen=True)
class CountsPromise:
    """No count from 1 to k - 1 follows from a table of counts, in the ways that are listed in docs/counts.md.

    ``k``: records, or with ``person`` persons. ``rounded``: counts are rounded down to multiples of it; 1: exact.
    ``small_if_hidden``: what is not shown is less than k. ``by``: the columns of groups; ``adds_up``: those whose
    groups add up to their totals. ``above``: of a label the next one over it. ``kinds``: what is counted; older tables
    do not say it. ``itemsets``: those that were chosen, as far as the table names their items.
    """

    k: int
    person: bool = False
    rounded: int = 1
    small_if_hidden: bool = False
    by: tuple[str, ...] = ()
    adds_up: tuple[str, ...] = ()
    above: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    itemsets: tuple[tuple[str, ...], ...] = ()

    @property
    def item_columns(self) -> tuple[str, ...]:
        """Return the columns of items: two, or three where a chosen itemset has three items."""
        return ITEM_COLUMNS[: max([2, *map(len, self.itemsets)])]

    @property
    def counts_pairs(self) -> bool:
        """Return whether all pairs are counted: those that are not shown are small, where what is not shown is."""
        return "pairs" in self.kinds

    @property
    def unit(self) -> str:
        """Return what is counted."""
        return "person" if self.person else "record"

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters as a manifest and JSON spell them."""
        return {"k": self.k, "person": self.person, "rounded": self.rounded}

    @property
    def manifest_fields(self) -> dict[str, Any]:
        """Return what the manifest tells."""
        return {
            "parameters": self.parameters,
            "guarantee": self.guarantee,
            "not_shown": "small" if self.small_if_hidden else "any",
            "by": list(self.by),
            "adds_up": list(self.adds_up),
            "above": dict(self.above),
            "kinds": list(self.kinds),
        } | ({"itemsets": [list(labels) for labels in self.itemsets]} if self.itemsets else {})

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> "CountsPromise":
        """Return what a manifest promises; raises BadInput where it does not say that."""
        try:
            parameters = fields["parameters"]
            promise = cls(
                parameters["k"], parameters["person"], parameters["rounded"], fields["not_shown"] == "small",
                tuple(fields["by"]), tuple(fields["adds_up"]), dict(fields["above"]), tuple(fields.get("kinds", ())),
                tuple(tuple(map(str, labels)) for labels in fields.get("itemsets", ())),
            )  # fmt: skip
        except (KeyError, TypeError, ValueError) as error:
            raise _damaged() from error
        numbers = type(promise.k) is int and type(promise.rounded) is int and type(promise.person) is bool
        least = 2
        add_up = set(promise.adds_up) <= set(promise.by) if promise.person else promise.adds_up == promise.by
        sizes = all(1 <= len(set(labels)) == len(labels) <= MOST_ITEMS for labels in promise.itemsets)
        if not numbers or promise.k < least or promise.rounded < 1 or not add_up or not sizes:
            raise _damaged()
        return promise

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the table protects against and what it does not."""
        unit = f"{self.unit}s"
        sums = "" if self.person else ", or by adding and subtracting the counts of the parts of a set"
        counts = f"rounded down to multiples of {self.rounded}" if self.rounded > 1 else "exact"
        return (
            f"No count of 1 to {self.k - 1} {unit} follows from this table by subtracting a count from that of a wider "
            f"group or smaller set, from totals and their parts{sums}, or from what is not shown. Counts are {counts}. "
            f"{self._chosen}What follows from many counts at once, or from this and another table of the same people, "
            "is not promised; whoever knows all others can tell what one person adds."
        )

    @property
    def _chosen(self) -> str:
        if not self.itemsets:
            return ""
        return (
            f"Of {'sets of three items' if self.counts_pairs else 'sets of items'} those that were chosen are counted. "
        )


def _damaged() -> BadInput:
    return BadInput("the manifest does not say what its counts promise", "it may be damaged; get the table again")
