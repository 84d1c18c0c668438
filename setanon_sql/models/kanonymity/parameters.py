"""k-anonymity of whole records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from setanon_sql.ladders import columns_asked
from setanon_sql.registry.from_manifest import columns_named, is_set, no_numbers
from setanon_sql.registry.parameters import (
    DOES_NOT_HIDE,
    ModelParameters,
    at_least,
    columns_parameter,
    person_parameter,
    records_only,
    whole,
)


@dataclass(frozen=True)
class KAnonymity(ModelParameters):
    """k-anonymity of whole records: each published record has the same labels as at least ``k`` - 1 others.

    ``person``: records of at least ``k`` persons have these labels, that record's own among them. ``columns``: and are
    alike in these columns.
    Source: He and Naughton, Definition 3. Raises BadParameter where ``k`` is under 2.
    """

    name: ClassVar[str] = "kanonymity"
    manifest_parameters: ClassVar[tuple[str, ...]] = ("k", "person", "columns")
    manifest_fields: ClassVar[frozenset[str]] = frozenset({"steps"})
    has_labels: ClassVar[bool] = True
    shows_whole_records: ClassVar[bool] = True
    hides_whole_records: ClassVar[bool] = True
    recodes_locally: ClassVar[bool] = True
    k: int
    person: bool = False
    columns: tuple[str, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        whole(self, "k", "k = 5 is a usual choice", least=2)

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """Return what options ask for; raises BadParameter."""
        return cls(values["k"], bool(values.get("person")), columns=columns_asked(values.get("columns")))

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> Self:
        """Return what a manifest promises; raises BadInput or BadParameter where it holds no such parameters."""
        parameters = fields["parameters"]
        if type(parameters.get("k")) is not int:
            raise no_numbers()
        return cls(parameters["k"], is_set(parameters, "person"), columns=columns_named(parameters))

    @property
    def parameters(self) -> dict[str, int | str]:
        """Return the parameters as a manifest and JSON spell them."""
        return {"k": self.k, **person_parameter(self.person), **columns_parameter(self.columns)}

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def in_short(self) -> str:
        """Return what is promised, in a few words."""
        beside = "".join(f" and {column}" for column in self.columns)
        return (
            f"whoever knows anything of a record{beside} finds {at_least(self.k, person=self.person)}, all with the "
            "same labels"
        )

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""
        finds = (
            f"published records of at least {self.k} persons" if self.person else f"at least {self.k} published records"
        )
        more = (
            "items of several records of a person or the records of others" if self.person else "the records of others"
        )
        beside = f"{', '.join(self.columns)} and " if self.columns else ""
        alike = ", and are alike in these columns" if self.columns else ""
        return (
            f"Whoever knows {beside}any items of a person's record, all of it, or what is not in it finds {finds} "
            f"that may be the one. All of these have the same labels{alike}. It does not protect against someone who "
            f"knows {more}, or who reasons from which labels were not opened further. {DOES_NOT_HIDE}"
            f"{records_only(self.person)}"
        )
