"""Disassociation, and the safe one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from setanon_sql.errors import BadParameter
from setanon_sql.registry.from_manifest import edited_manifest, is_set
from setanon_sql.registry.parameters import (
    at_least,
    not_protected,
    person_parameter,
    records_only,
    whoever_knows,
    whole,
)
from setanon_sql.registry.pieces import DIVERSITY, PiecesParameters
from setanon_sql.text import count_of

#: The parameters that each manifest holds, and their kinds.
_KINDS = {"k": int, "m": int, "cluster_size": int, "refine": bool, "safe": bool, "sensitive": bool}


@dataclass(frozen=True)
class Disassociation(PiecesParameters):
    """Disassociation: each cluster is in k^m-anonymous chunks whose subrecords cannot be aligned.

    Fields are those of every release in pieces. Source: Terrovitis et al., Guarantee 1. Raises BadParameter where ``k``
    is under 2, ``m`` under 1, ``cluster_size`` not over ``k``, ``diversity`` under 2 or given where nothing is
    sensitive.
    """

    name: ClassVar[str] = "disassociation"
    manifest_parameters: ClassVar[tuple[str, ...]] = (*_KINDS, "diversity", "person")
    manifest_fields: ClassVar[frozenset[str]] = frozenset({"sensitive", "occurrences_before_safe"})
    lists_sensitive: ClassVar[bool] = True

    def __post_init__(self) -> None:
        whole(self, "k", "k = 5 is a usual choice", least=2)
        whole(self, "m", "2 is a usual choice")
        whole(self, "cluster_size", "leave it out (30), or use about six times k", least=self.k + 1)
        if self.diversity is None:
            return
        whole(self, "diversity", "leave it out (2): no more than half of a cluster hold a sensitive item", least=2)
        if not self.sensitive:
            raise BadParameter("<diversity> is for sensitive items", "say which with <sensitive>, or leave it out")

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """Return what options ask for; raises BadParameter."""
        sensitive = values.get("sensitive") is not None
        diversity = values.get("diversity")
        return cls(
            values["k"], values["m"], values["cluster_size"], values["refine"], bool(values.get("safe")), sensitive,
            DIVERSITY if sensitive and diversity is None else diversity, bool(values.get("person")),
        )  # fmt: skip

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> Self:
        """Return what a manifest promises; raises BadInput or BadParameter where it holds no such parameters."""
        parameters = fields["parameters"]
        needed = {name: value for name, value in parameters.items() if name not in {"diversity", "person"}}
        if set(needed) != set(_KINDS) or not all(type(needed[name]) is kind for name, kind in _KINDS.items()):
            raise edited_manifest("the parameters in the manifest are incomplete or of the wrong kind")
        if type(parameters.get("diversity", 0)) is not int:
            raise edited_manifest("'diversity' in the manifest is no number")
        return cls(**{**parameters, "person": is_set(parameters, "person")})

    @property
    def parameters(self) -> dict[str, int | bool]:
        """Return the parameters as a manifest and JSON spell them; ``diversity`` where it is promised."""
        parameters: dict[str, int | bool] = {
            "k": self.k,
            "m": self.m,
            "cluster_size": self.cluster_size,
            "refine": self.refine,
            "safe": self.safe,
            "sensitive": self.sensitive,
        }
        if self.diversity is not None:
            parameters["diversity"] = self.diversity
        return parameters | person_parameter(self.person)

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def in_short(self) -> str:
        """Return what is promised, in a few words."""
        covered = "; no item covers a chunk" if self.safe else ""
        linked = f"; nothing sensitive is linked with a probability over 1/{self.diversity}" if self.diversity else ""
        matching = at_least(self.k, person=self.person)
        return f"{whoever_knows(self.m)} finds none or {matching} of a possible original{covered}{linked}"

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""
        link = " The same holds for the person by any record of the cluster." if self.person else ""
        secret = (
            " Whoever knows the cluster of a person cannot, from the release, link an item declared sensitive to the "
            f"record with a probability over 1/{self.diversity}.{link} That speaks of each such item by itself and of "
            "records without what was taken out of them. It does not speak of what is known of the item from elsewhere."
            if self.diversity
            else ""
        )
        uncovered = (
            " No item of a chunk is found only together with all the other items of its chunk, where the records have "
            "items in another chunk, too."
            if self.safe
            else ""
        )
        holders = f"records of at least {self.k} persons" if self.person else f"at least {self.k} records"
        more = "more than that, items of several records" if self.person else "more than that"
        return (
            f"Whoever knows up to {count_of(self.m, 'item')} of a person's record can make up a possible original in "
            f"which {holders} hold them. Where some of them were taken out of the release, it may be that no record "
            f"can hold them.{secret}{uncovered} {not_protected(f'{more} or the records of others')} It does not hide "
            f"which items occur.{records_only(self.person)}"
        )
