"""What the made-up model promises."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from setanon_sql.registry.from_manifest import no_numbers
from setanon_sql.registry.parameters import ModelParameters, whole


@dataclass(frozen=True)
class Floor(ModelParameters):
    """A floor: each item that is released is held by ``k`` records."""

    name: ClassVar[str] = "floor"
    manifest_parameters: ClassVar[tuple[str, ...]] = ("k",)
    k: int

    def __post_init__(self) -> None:
        whole(self, "k", "k = 5 is a usual choice", least=2)

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """Return what options ask for."""
        return cls(values["k"])

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> Self:
        """Return what a manifest promises."""
        if type(fields["parameters"].get("k")) is not int:
            raise no_numbers()
        return cls(fields["parameters"]["k"])

    @property
    def parameters(self) -> dict[str, int]:
        """Return the parameters as a manifest and JSON spell them."""
        return {"k": self.k}

    @property
    def in_short(self) -> str:
        """Return what is promised, in a few words."""
        return f"whoever knows an item finds no record or at least {self.k}"

    @property
    def guarantee(self) -> str:
        """Return what the model protects against."""
        return f"Whoever knows one item of a person's record finds either no record or at least {self.k} that match."

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public."""
        return self.k
