"""The guarantees as small frozen types that check their own parameters."""

from dataclasses import dataclass
from typing import ClassVar

from setanon_sql.errors import BadParameter

#: Largest k or m taken seriously; more is a slip of the keyboard.
_HUGE = 1_000_000_000


@dataclass(frozen=True)
class KmAnonymity:
    """k^m-anonymity: each set of at most ``m`` items that occurs is held by at least ``k`` records.

    ``m`` None means every size (k^infinity). Source: Liu and Wang, Definition 1. Raises BadParameter where ``k`` is
    under 2 (k = 1 promises nothing) or ``m`` under 1.
    """

    name: ClassVar[str] = "km"
    k: int
    m: int | None = None

    def __post_init__(self) -> None:
        if not 2 <= self.k <= _HUGE:
            raise BadParameter(
                f"--k is {self.k}; it must be a whole number from 2 to {_HUGE}", "k = 5 is a usual choice"
            )
        if self.m is not None and not 1 <= self.m <= _HUGE:
            raise BadParameter(
                f"--m is {self.m}; it must be a whole number from 1 to {_HUGE}", "leave --m out to cover every size"
            )

    @property
    def parameters(self) -> dict[str, int | None]:
        """The parameters as a manifest and JSON spell them (``m`` null where every size is meant)."""
        return {"k": self.k, "m": self.m}

    @property
    def guarantee(self) -> str:
        """One sentence: what the model protects against and what it does not."""
        knows = f"up to {self.m} items" if self.m else "any number of items"
        return (
            f"Whoever knows {knows} of a person's record finds either no record or at least {self.k} records that "
            "match; it does not protect against someone who knows more than that or knows what a person does not have, "
            "does not hide that a person is in the data, and does not stop what all matching records share from being "
            "inferred."
        )


@dataclass(frozen=True)
class Disassociation:
    """Disassociation: whoever knows at most ``m`` items of a record finds ``k`` records that may be the one.

    Records are published in clusters of at least ``k`` and, where merging allows, fewer than ``cluster_size`` records;
    each cluster in k^m-anonymous chunks whose subrecords cannot be aligned. ``refine``: clusters may share chunks.
    ``safe``: also no covered items (safe disassociation). ``sensitive``: some items were declared sensitive and are in
    term chunks only. Source: Terrovitis et al., Guarantee 1. Raises BadParameter where ``k`` is under 2, ``m``
    under 1, or ``cluster_size`` not over ``k``.
    """

    name: ClassVar[str] = "disassociation"
    k: int
    m: int
    cluster_size: int = 30
    refine: bool = True
    safe: bool = False
    sensitive: bool = False

    def __post_init__(self) -> None:
        KmAnonymity(self.k, self.m)
        if not self.k < self.cluster_size <= _HUGE:
            raise BadParameter(
                f"--cluster-size is {self.cluster_size}; it must be over k (here {self.k}) and at most {_HUGE}",
                "leave it out (30), or use about six times k",
            )

    @property
    def parameters(self) -> dict[str, int | bool]:
        """The parameters as a manifest and JSON spell them."""
        return {
            "k": self.k,
            "m": self.m,
            "cluster_size": self.cluster_size,
            "refine": self.refine,
            "safe": self.safe,
            "sensitive": self.sensitive,
        }

    @property
    def guarantee(self) -> str:
        """One sentence: what the model protects against and what it does not."""
        secret = (
            " and an item declared sensitive cannot be linked to a record with a probability over one in the "
            "number of records of its cluster;"
            if self.sensitive
            else ""
        )
        return (
            f"Whoever knows up to {self.m} items of a person's record can make up a possible original in which at "
            f"least {self.k} records hold them;{secret} it does not protect against someone who knows more than that, "
            "who knows what a person does not have or who knows the records of others, does not hide which items occur "
            "nor that a person is in the data, and does not stop what all matching records share from being inferred."
        )
