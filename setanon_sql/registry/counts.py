"""What is promised of a table of counts without noise."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from setanon_sql.errors import BadInput

#: What such a file is called in its manifest.
COUNTS = "counts of k and more"


@dataclass(frozen=True)
class CountsPromise:
    """No count from 1 to k - 1 follows from a table of counts, in the ways that are listed in docs/counts.md.

    ``k``: records, or with ``person`` persons. ``rounded``: counts are rounded down to multiples of it; 1: exact.
    ``small_if_hidden``: what is not shown is less than k. ``by``: the columns of groups; ``adds_up``: those whose
    groups add up to their totals. ``above``: of a label the next one over it.
    """

    k: int
    person: bool = False
    rounded: int = 1
    small_if_hidden: bool = False
    by: tuple[str, ...] = ()
    adds_up: tuple[str, ...] = ()
    above: Mapping[str, str] = field(default_factory=dict)

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
        }

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> "CountsPromise":
        """Return what a manifest promises; raises BadInput where it does not say that."""
        try:
            parameters = fields["parameters"]
            promise = cls(
                parameters["k"], parameters["person"], parameters["rounded"], fields["not_shown"] == "small",
                tuple(fields["by"]), tuple(fields["adds_up"]), dict(fields["above"]),
            )  # fmt: skip
        except (KeyError, TypeError, ValueError) as error:
            raise _damaged() from error
        numbers = type(promise.k) is int and type(promise.rounded) is int and type(promise.person) is bool
        least = 2
        add_up = set(promise.adds_up) <= set(promise.by) if promise.person else promise.adds_up == promise.by
        if not numbers or promise.k < least or promise.rounded < 1 or not add_up:
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
            "What follows from many counts at once, or from this and another table of the same people, is not "
            "promised; whoever knows all others can tell what one person adds."
        )


def _damaged() -> BadInput:
    return BadInput("the manifest does not say what its counts promise", "it may be damaged; get the table again")
