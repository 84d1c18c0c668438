"""k^m-anonymity."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Self, cast

from setanon_sql.errors import BadParameter
from setanon_sql.ladders import columns_asked
from setanon_sql.numbers import whole_of
from setanon_sql.registry.from_manifest import columns_named, is_bound, is_kind, is_set, no_numbers
from setanon_sql.registry.local import LOCAL, candidates_left, floor_of, local_parameters
from setanon_sql.registry.parameters import (
    MOST_ABSENT,
    ModelParameters,
    at_least,
    check_m,
    columns_parameter,
    not_protected,
    person_parameter,
    records_only,
    whoever_knows,
    whole,
)
from setanon_sql.text import count_of

#: Why nothing is promised of absent items by local recoding, and what to do.
ABSENT_BESIDE_LABELS = (
    "<absent> does not go with <recoding=local>: an item that a record does not show may stand under its labels",
    "leave it out, or <recoding>",
)
#: Why sets are protected by themselves, and what to do.
PROTECTED_ALONE = (
    "<protect> names all that may be known: it needs no <m>, and goes with none of <known>, <absent>, <columns> and "
    "<recoding=local>",
    "leave these out, or <protect>",
)
#: What a manifest calls the method where there is no taxonomy over the items.
UNGENERALIZED = "suppression"


@dataclass(frozen=True)
class KmAnonymity(ModelParameters):
    """k^m-anonymity: each set of at most ``m`` items that occurs is held by at least ``k`` records.

    ``m`` None means every size (k^infinity). ``person``: by records of at least ``k`` persons. ``known``: of certain
    items only, those that somebody may know, and of the labels that stand for one of them. ``absent``: so many items
    that a person does not have may be known besides, of no item or up to ``m`` that they have. ``columns``: by as many
    records that are alike in these columns, all of which are known. ``protect``: of any items of a set that is
    protected by name, and of no others. Source: Liu and Wang, Definition 1; COAT (Loukides, Gkoulalas-Divanis, Malin)
    for known items and for sets. Raises BadParameter where ``k`` is under 2 (k = 1 promises nothing), ``m`` under 1,
    and for absent items without ``m``, or with columns; for sets with anything but persons.
    """

    name: ClassVar[str] = "km"
    manifest_parameters: ClassVar[tuple[str, ...]] = (
        "k", "m", "person", "known", "absent", "columns", "protect", "recoding", "floor",
    )  # fmt: skip
    manifest_fields: ClassVar[frozenset[str]] = frozenset({"known", "steps"})
    has_labels: ClassVar[bool] = True
    shows_whole_records: ClassVar[bool] = True
    labels_are_best: ClassVar[bool] = True
    k: int
    m: int | None = None
    person: bool = False
    known: bool = False
    absent: int = field(default=0, kw_only=True)
    columns: tuple[str, ...] = field(default=(), kw_only=True)
    protect: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        whole(self, "k", "k = 5 is a usual choice", least=2)
        check_m(self, self.m)
        object.__setattr__(self, "absent", whole_of("<absent>", self.absent, "0 leaves it out", 0, MOST_ABSENT))
        if self.absent and self.m is None:
            raise BadParameter("<absent> needs <m>", "say how many items may be known that a person has")
        if self.absent and self.columns:
            raise BadParameter("<absent> does not know of <columns> yet", "leave one of them out")
        if self.protect and (self.m is not None or self.known or self.absent or self.columns or self.recodes_locally):
            raise BadParameter(*PROTECTED_ALONE)

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """Return what options ask for; raises BadParameter."""
        shared = (values["k"], values["m"], bool(values.get("person")), values.get("known") is not None)
        columns = columns_asked(values.get("columns"))
        more: dict[str, Any] = {"absent": values.get("absent", 0), "columns": columns}
        more["protect"] = values.get("protect") is not None
        if values.get("recoding") == LOCAL:
            return cast("Self", LocalKmAnonymity(*shared, floor_of(values["floor"]), **more))
        return cls(*shared, **more)

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> Self:
        """Return what a manifest promises; raises BadInput or BadParameter where it holds no such parameters."""
        parameters = fields["parameters"]
        if not is_kind(parameters.get("k"), int) or not is_bound(parameters, "m"):
            raise no_numbers()
        shared = (parameters["k"], parameters["m"], is_set(parameters, "person"), is_set(parameters, "known"))
        if not is_kind(absent := parameters.get("absent", 0), int):
            raise no_numbers()
        more: dict[str, Any] = {"absent": absent, "columns": columns_named(parameters)}
        more["protect"] = is_set(parameters, "protect")
        if parameters.get("recoding") == LOCAL:
            return cast("Self", LocalKmAnonymity(*shared, floor_of(parameters.get("floor", 0)), **more))
        return cls(*shared, **more)

    def with_absent(self, absent: int) -> "KmAnonymity":
        """Return what holds against somebody who knows so many absent items or more; raises BadParameter otherwise."""
        return replace(self, absent=max(self.absent, absent))

    def is_generalized(self, method: str) -> bool:
        """Return whether a label of a release, made by a method of that name, may stand for several items."""
        return method != UNGENERALIZED

    @property
    def restricts_known_items(self) -> bool:
        """Return whether only some items are taken to be known; a manifest lists their labels then."""
        return self.known

    @property
    def parameters(self) -> dict[str, int | str | None]:
        """Return the parameters as a manifest and JSON spell them (``m`` null where every size is meant)."""
        parameters: dict[str, int | str | None] = {"k": self.k, "m": self.m, **person_parameter(self.person)}
        parameters |= {"known": True} if self.known else {}
        parameters |= {"absent": self.absent} if self.absent else {}
        parameters |= {"protect": True} if self.protect else {}
        return parameters | columns_parameter(self.columns)

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def in_short(self) -> str:
        """Return what is promised, in a few words."""
        beside = "".join(f", {column}" for column in self.columns) + (
            f" and {self.absent} absent" if self.absent else ""
        )
        knows = "whoever knows items of a protected set" if self.protect else whoever_knows(self.m)
        return f"{knows}{beside} finds no record or {at_least(self.k, person=self.person)}"

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""
        finds = f"records of at least {self.k} persons" if self.person else f"at least {self.k} records"
        return (
            f"Whoever knows {self.knowledge} of a person's record{self._lacked} finds either no record or {finds} that "
            f"match. {not_protected(self.unprotected, absent=bool(self.absent))}{records_only(self.person)}"
        )

    @property
    def knowledge(self) -> str:
        """Return what an attacker may know."""
        if self.protect:
            return "any items of one of the sets that its owner protects by name, and no others,"
        knows = f"up to {count_of(self.m, 'item')}" if self.m else "any number of items"
        knows += " listed as known, and no others," if self.known else ""
        return f"{', '.join(self.columns)} and {knows}" if self.columns else knows

    @property
    def _lacked(self) -> str:
        """Return what an attacker may know that a person does not have; empty where that is nothing."""
        if not self.absent:
            return ""
        holds_not = "that no record of that person holds beside them" if self.person else "that it does not hold"
        return f", and up to {count_of(self.absent, 'item')} {holds_not},"

    @property
    def unprotected(self) -> str:
        """Return what an attacker may not know; nothing where any number of items of a record may be known."""
        more = ["more than that"] if self.m else []
        more += ["items of several records"] if self.person else []
        more += ["items that are not in one of these sets together"] if self.protect else []
        return " or ".join(more + (["any other item"] if self.known else []))


@dataclass(frozen=True)
class LocalKmAnonymity(KmAnonymity):
    """k^m-anonymity by local recoding: an item may be shown in one record and stand under a label in another.

    Each set of at most ``m`` labels that some record shows is shown by ``k`` records; an item that a label can only
    stand for, beside the other items under it, counts as shown. ``floor``: the probability of each step up to a secret
    floor, under which no item is shown; 0: there are none. Raises BadParameter also for a ``floor`` over 0.05.
    """

    recodes_locally: ClassVar[bool] = True
    suppresses_locally: ClassVar[bool] = True
    labels_are_best: ClassVar[bool] = False
    lifts_labels: ClassVar[bool] = True
    floor: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.absent:
            raise BadParameter(*ABSENT_BESIDE_LABELS)

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters as a manifest and JSON spell them."""
        return super().parameters | local_parameters(self.floor)

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against, also who knows the method, and what it does not."""
        candidates = candidates_left(self.knowledge, self.k, self.floor, person=self.person)
        return f"{candidates} {not_protected(self.unprotected)}{records_only(self.person)}"


@dataclass(frozen=True)
class KmBySize:
    """k^m-anonymity with a k for each number of known items: whoever knows s of them finds ``ks[s - 1]`` records.

    Raises BadParameter where a k is under 2, or none is given.
    """

    name: ClassVar[str] = "km"
    ks: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.ks:
            raise BadParameter("<k> holds no number", "k = 5 is a usual choice")
        object.__setattr__(self, "ks", tuple(KmAnonymity(k).k for k in self.ks))

    @property
    def parameters(self) -> dict[str, int | str]:
        """Return the parameters as JSON spells them: k as ``10,20,40``."""
        return {"k": ",".join(map(str, self.ks)), "m": len(self.ks)}
