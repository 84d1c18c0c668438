"""What a model promises: a frozen type of its parameters, that checks itself; and what several of them share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Self

from setanon_sql.errors import BadParameter
from setanon_sql.numbers import Share, share_of, whole_of

#: The most absent items that may be known.
MOST_ABSENT = 2
#: Counts from 1 to below this stay inside where a model itself has no such number.
SMALLEST_PUBLIC = 5


class ModelParameters(ABC):
    """The parameters of a model: what it promises, read from options and from manifests, and said in sentences.

    ``name``: as manifests spell it. ``records``: how its releases are published: one table, one with groups of records,
    or pieces. ``manifest_parameters``, ``manifest_fields``: the parameters, and the fields besides, that a manifest of
    it may hold. ``has_labels``: a table of labels may stand beside a release. ``lists_sensitive``: its manifests may
    list sensitive labels. ``takes_sensitive``: its owner can check a release with the sensitive items themselves.
    ``recodes_locally``: an item may have another label in another record; ``suppresses_locally``: or none.
    ``shows_whole_records``: each record of the source is released with labels for all of its items, but for those that
    no label tells. ``hides_whole_records``: records are equal in all of their labels, so that nobody is singled out.
    ``thresholds``: by label, the highest confidence with which a sensitive item may follow that has one of its own;
    its manifests list them.
    ``columns``: those that are known besides the items of a record, and stand beside these in a release.
    ``floor``: the probability of each step up to a secret floor, under which no item is shown.
    ``labels_are_best``: its labels are the best that keep the promise, which tells something, too.
    ``lifts_labels``: they are lifted in single records, step by step (``methods.recoding``), which tells something
    where no floor is secret.
    """

    name: ClassVar[str]
    records: ClassVar[Literal["long", "grouped", "pieces"]] = "long"
    manifest_parameters: ClassVar[tuple[str, ...]]
    manifest_fields: ClassVar[frozenset[str]] = frozenset()
    has_labels: ClassVar[bool] = False
    lists_sensitive: ClassVar[bool] = False
    takes_sensitive: ClassVar[bool] = False
    recodes_locally: ClassVar[bool] = False
    suppresses_locally: ClassVar[bool] = False
    shows_whole_records: ClassVar[bool] = False
    hides_whole_records: ClassVar[bool] = False
    floor: Fraction = Fraction(0)
    thresholds: Mapping[str, Fraction] = MappingProxyType({})
    columns: tuple[str, ...] = ()
    protect: bool = False
    labels_are_best: ClassVar[bool] = False
    lifts_labels: ClassVar[bool] = False

    @classmethod
    @abstractmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """Return what options ask for, by their names (``person``: the column of persons); raises BadParameter."""

    @classmethod
    @abstractmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> Self:
        """Return what a manifest promises; raises BadInput or BadParameter where it holds no such parameters."""

    @property
    @abstractmethod
    def parameters(self) -> Mapping[str, Any]:
        """Return the parameters as a manifest and JSON spell them."""

    @property
    @abstractmethod
    def in_short(self) -> str:
        """Return what is promised, in a few words."""

    @property
    @abstractmethod
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""

    def of_sensitive(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return what a manifest tells of the sensitive ``labels`` that are released, besides listing them."""
        return {}

    def is_generalized(self, method: str) -> bool:
        """Return whether a label of a release, made by a method of that name, may stand for several items."""
        return self.recodes_locally

    @property
    def may_leave_out(self) -> bool:
        """Return whether nothing may stand for an item in some records, or for all of a record in too small a class."""
        return self.suppresses_locally or bool(self.columns)

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return SMALLEST_PUBLIC

    @property
    def sensitive_sets(self) -> Mapping[str, Sequence[str]]:
        """Return the sensitive items that are bounded as one, by the name of their group."""
        return {}

    @property
    def restricts_known_items(self) -> bool:
        """Return whether only some items are taken to be known; a manifest lists their labels then."""
        return False

    def with_absent(self, absent: int) -> "ModelParameters":
        """Return what holds against somebody who knows so many absent items or more; raises BadParameter otherwise."""
        raise BadParameter("<absent>: only what k^m-anonymity promises can be checked so", "leave it out")

    @property
    def not_checked(self) -> tuple[str, ...]:
        """Return a sentence for each part of the promise that nobody can recount in a release."""
        return ()


@dataclass(frozen=True)
class BoundsConfidence(ModelParameters):
    """Parameters that bound how surely a sensitive item follows from what is known.

    ``rho``: the highest confidence, but for items that have one of their own (``thresholds``). ``m``: how many items
    are known, at least one; None: any number.
    """

    rho: Fraction
    m: int | None = None


_USUAL = {
    "rho": "0.5 lets an adversary be right half of the time",
    "epsilon": "0.05 is a usual choice",
    "delta": "0.05 is a usual choice",
}


def share(name: str, value: Share) -> Fraction:
    """Return a parameter as an exact share; raises BadParameter where it is none over 0 and under 1."""
    return share_of(f"<{name}>", value, _USUAL[name])


def whole(model: object, name: str, hint: str, least: int = 1) -> None:
    """Make a parameter of a model a plain whole number; raises BadParameter where it is none in its range."""
    object.__setattr__(model, name, whole_of(f"<{name}>", getattr(model, name), hint, least))


def check_m(model: object, m: int | None) -> None:
    """Make the ``m`` of a model a plain whole number, None for every size; raises BadParameter where it is neither."""
    if m is not None:
        whole(model, "m", "leave <m> out to cover every size")


def check_k_and_m(k: int | None, m: int | None) -> None:
    """Raise BadParameter for a k under 2, or an ``m`` under 1; None is no such number."""
    for name, value, hint, least in (("k", k, "k = 5 is a usual choice", 2), ("m", m, "2 is a usual choice", 1)):
        if value is not None:
            whole_of(f"<{name}>", value, hint, least)


def person_parameter(person: bool) -> dict[str, int]:
    """Return the parameter of a model that counts persons, as a manifest and JSON spell it."""
    return {"person": True} if person else {}


def columns_parameter(columns: Sequence[str]) -> dict[str, str]:
    """Return the parameter of a model that knows columns besides items, as a manifest and JSON spell it."""
    return {"columns": ",".join(columns)} if columns else {}


#: What hides neither members nor what matching records share says.
DOES_NOT_HIDE = (
    "It does not hide that a person is in the data, and does not stop what all matching records share from being "
    "inferred."
)
#: What bounds inference alone says.
STAYS_VISIBLE = (
    "It does not hide that a person is in the data or how frequent an item is overall, and does not prevent that a "
    "record is singled out."
)


def whoever_knows(m: int | None) -> str:
    """Return who is promised something: who knows up to ``m`` items, or any number."""
    return f"whoever knows {f'up to {m}' if m else 'any number of'} {'item' if m == 1 else 'items'}"


def at_least(k: int, *, person: bool) -> str:
    """Return what is found at least: records, or records of persons."""
    return f"records of at least {k} persons" if person else f"at least {k} records"


def most_confidence(share: Fraction) -> str:
    """Return with what confidence no more is inferred."""
    return f"more than {float(share) * 100:g} % confidence"


def not_protected(more: str, *, absent: bool = False) -> str:
    """Return against whom records that match do not protect: who knows ``more`` (may be empty), or what is absent.

    ``absent``: of that some may be known.
    """
    others = f"knows {more}, or " if more else ""
    lacked = "more of what a person does not have" if absent else "what a person does not have"
    return f"It does not protect against someone who {others}knows {lacked}. {DOES_NOT_HIDE}"


def records_only(person: bool) -> str:
    """Return what is not protected where only records are counted."""
    return "" if person else " Records are counted, of which several may be of one person."


def counted_in(person: bool) -> str:
    """Say in a guarantee of confidence what is counted."""
    return " That holds for shares of the matching records and of the persons who have one." if person else ""


def of_several_records(person: bool) -> str:
    """Say in a guarantee that a person may have several records."""
    return " or items of several records of a person" if person else ""
