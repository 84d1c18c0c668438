"""(h, k, p)-coherence."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self, cast

from setanon_sql.errors import BadParameter
from setanon_sql.numbers import fraction_of, number_text, share_of
from setanon_sql.registry.from_manifest import edited_manifest, is_bound, is_set, labels_listed, no_numbers
from setanon_sql.registry.local import LOCAL, candidates_left, floor_of, local_parameters
from setanon_sql.registry.parameters import (
    ModelParameters,
    at_least,
    check_m,
    counted_in,
    most_confidence,
    not_protected,
    person_parameter,
    records_only,
    whoever_knows,
    whole,
)
from setanon_sql.text import count_of

#: What becomes of what is sensitive.
STAY = "Items listed as sensitive stay, however rare they are."


@dataclass(frozen=True)
class SensitiveGroup:
    """Sensitive items that are bounded as one: that a record holds one of them follows with at most ``h``.

    ``name``: what the group is called. ``items``: their labels. Raises BadParameter for an ``h`` that is not between 0
    and 1.
    """

    name: str
    h: Fraction
    items: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "h", share_of("<h> of a group", self.h, "0.4 is one; leave it out where <h> holds"))


@dataclass(frozen=True)
class Coherence(ModelParameters):
    """(h, k, p)-coherence, p being ``m``: ``k`` records hold each set of at most so many items that are not private.

    And from none of them a private item follows with a confidence above ``h``, over 0 and at most 1 (1: no bound).
    ``m`` None means every size. ``person``: records of ``k`` persons hold each set, and shares of persons are bounded,
    too. ``groups``: of private items; that a record holds one of a group is bounded likewise. Source: Xu, Wang, Fu and
    Yu (KDD 2008), Definitions 1 to 3. Raises BadParameter outside of the ranges.
    """

    name: ClassVar[str] = "coherence"
    manifest_parameters: ClassVar[tuple[str, ...]] = ("k", "m", "h", "person", "recoding", "floor")
    manifest_fields: ClassVar[frozenset[str]] = frozenset({"sensitive", "sensitive_groups"})
    has_labels: ClassVar[bool] = True
    shows_whole_records: ClassVar[bool] = True
    lists_sensitive: ClassVar[bool] = True
    takes_sensitive: ClassVar[bool] = True
    k: int
    m: int | None = None
    h: Fraction = Fraction(1)
    person: bool = False
    groups: tuple[SensitiveGroup, ...] = ()

    def __post_init__(self) -> None:
        whole(self, "k", "k = 5 is a usual choice", least=2)
        check_m(self, self.m)
        share = fraction_of("<h>", self.h)
        object.__setattr__(self, "h", share if share == 1 else share_of("<h>", share, "1 bounds nothing"))

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """Return what options ask for; raises BadParameter."""
        shared = (values["k"], values["m"], fraction_of("<h>", values["h"]), bool(values.get("person")))
        is_local = values.get("recoding") == LOCAL
        model = cast("Self", LocalCoherence(*shared, floor=floor_of(values["floor"]))) if is_local else cls(*shared)
        for name, is_said in (("h", model.h < 1), ("sensitive_groups", values.get("sensitive_groups") is not None)):
            if is_said and values.get("sensitive") is None:
                raise BadParameter(
                    f"<{name}> bounds how surely sensitive items follow, and none are listed", "say <sensitive>, too"
                )
        return model

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> Self:
        """Return what a manifest promises; raises BadInput or BadParameter where it holds no such parameters."""
        parameters = fields["parameters"]
        h = parameters.get("h")
        if type(parameters.get("k")) is not int or not is_bound(parameters, "m") or not isinstance(h, str | float):
            raise no_numbers()
        if fields.get("sensitive") is None:
            raise edited_manifest("the manifest does not list what is sensitive")
        groups = groups_listed(fields.get("sensitive_groups"), labels_listed(fields["sensitive"]) or ())
        shared = (parameters["k"], parameters["m"], fraction_of("<h>", h), is_set(parameters, "person"), groups)
        if parameters.get("recoding") == LOCAL:
            return cast("Self", LocalCoherence(*shared, floor=floor_of(parameters.get("floor", 0))))
        return cls(*shared)

    @property
    def parameters(self) -> dict[str, int | float | str | None]:
        """Return the parameters as a manifest and JSON spell them (``m`` null where every size is meant)."""
        return {"k": self.k, "m": self.m, "h": number_text(self.h)} | person_parameter(self.person)

    def of_sensitive(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return the groups of the sensitive ``labels`` that are released."""
        released = {group.name: sorted({*group.items} & {*labels}) for group in self.groups}
        groups = {
            group.name: {"h": number_text(group.h), "items": released[group.name]}
            for group in self.groups
            if released[group.name]
        }
        return {"sensitive_groups": groups} if groups else {}

    @property
    def sensitive_sets(self) -> dict[str, tuple[str, ...]]:
        """Return the items of each group."""
        return {group.name: group.items for group in self.groups}

    @property
    def bounded(self) -> bool:
        """Return whether it is bounded how surely something sensitive follows."""
        return self.h < 1 or bool(self.groups)

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def in_short(self) -> str:
        """Return what is promised, in a few words."""
        both = ", in records or persons" if self.person else ""
        infers = "" if self.h == 1 else f", and infers no single sensitive item with {most_confidence(self.h)}{both}"
        matching = at_least(self.k, person=self.person)
        return f"{whoever_knows(self.m)}, none of them sensitive, finds no record or {matching}{infers}"

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""
        knows = f"up to {count_of(self.m, 'item')}" if self.m else "any number of items"
        finds = f"records of at least {self.k} persons" if self.person else f"at least {self.k} records"
        return (
            f"Whoever knows {knows} (at least one) of a person's record, none listed as sensitive, finds either no "
            f"record or {finds} that match.{self._infers} {STAY} {self._unprotected}"
        )

    @property
    def _infers(self) -> str:
        """Return how surely something sensitive may follow, if that is bounded."""
        if not self.bounded:
            return ""
        above = "with a confidence above"
        items = f" From these nobody can infer a single item listed as sensitive {above} {number_text(self.h)}."
        groups = (
            f" From these nobody can infer that the record holds any item of a group listed here {above} its own h."
        )
        anyway = " Whoever finds no record is left with how often all records hold something sensitive: not bounded."
        return f"{items * (self.h < 1)}{groups * bool(self.groups)}{counted_in(self.person)}{anyway}"

    @property
    def _unprotected(self) -> str:
        """Return who is not protected from, as a guarantee names what they know."""
        several = ", items of several records" if self.person else ""
        return not_protected(f"more than that{several} or a single sensitive item") + records_only(self.person)


@dataclass(frozen=True)
class LocalCoherence(Coherence):
    """(h, k, p)-coherence by local recoding: an item may be shown in one record and stand under a label in another.

    Each set of at most ``m`` labels of items that are not private is shown by no record or by ``k``, of which at most
    the share ``h`` holds any one private item; an item that a label can only stand for, beside the other items under
    it, counts as shown. Private items are shown as they are. ``floor``: as :class:`KmAnonymity` has it by local
    recoding. Raises BadParameter also for a ``floor`` over 0.05.
    """

    recodes_locally: ClassVar[bool] = True
    suppresses_locally: ClassVar[bool] = True
    floor: Fraction = Fraction(0)

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters as a manifest and JSON spell them."""
        return super().parameters | local_parameters(self.floor)

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against, also who knows the method, and what it does not."""
        knowledge = f"up to {count_of(self.m or 0, 'item')}, none of them listed as sensitive,"
        candidates = candidates_left(knowledge, self.k, self.floor, person=self.person)
        return f"{candidates}{self._bound} {STAY} {self._unprotected}"

    @property
    def _bound(self) -> str:
        """Return how surely sensitive items follow, and what is learned from what is not shown; nothing without h."""
        if not self.bounded:
            return ""
        items = f"at most the share {number_text(self.h)} holds any single item listed as sensitive"
        groups = "at most the share listed with a group of sensitive items holds any item of it"
        bounds = ", and ".join([*[items] * (self.h < 1), *[groups] * bool(self.groups)])
        persons = " And so of the persons who have such a record." if self.person else ""
        return (
            f" Of all records that show a set of up to so many labels, none of them sensitive, {bounds}.{persons} That "
            "is so for each such set, and for each item or group, by itself: that a record holds one of several "
            "sensitive items may follow more surely. Somebody who knows the method may take a frequent set that is "
            "nowhere shown for one that told a sensitive item too surely."
        )


def groups_listed(groups: object, sensitive: Collection[str]) -> tuple[SensitiveGroup, ...]:
    """Return the groups that a manifest lists, of labels that it lists as ``sensitive``; raises BadInput for others."""
    listed = {} if groups is None else groups
    if not isinstance(listed, dict) or not all(isinstance(group, dict) for group in listed.values()):
        raise edited_manifest("'sensitive_groups' in the manifest are no groups")
    return tuple(_group_listed(name, group, sensitive) for name, group in listed.items())


def _group_listed(name: str, group: Mapping[str, Any], sensitive: Collection[str]) -> SensitiveGroup:
    items = labels_listed(group.get("items"), "sensitive_groups")
    if group.keys() != {"h", "items"} or not items or not {*items} <= {*sensitive}:
        raise edited_manifest("a group in the manifest does not list sensitive labels, or more than these and its h")
    try:
        return SensitiveGroup(name, fraction_of("<h> of a group", group["h"]), items)
    except BadParameter as error:
        raise edited_manifest("the h of a group in the manifest is no share between 0 and 1") from error
