"""k-anonymity of whole records."""

from dataclasses import dataclass
from typing import ClassVar

from setanon_sql.models.parameters import person_parameter, records_only, whole


@dataclass(frozen=True)
class KAnonymity:
    """k-anonymity of whole records: each published record has the same labels as at least ``k`` - 1 others.

    ``person``: records of at least ``k`` persons have these labels, that record's own among them.
    Source: He and Naughton, Definition 3. Raises BadParameter where ``k`` is under 2.
    """

    name: ClassVar[str] = "kanonymity"
    k: int
    person: bool = False

    def __post_init__(self) -> None:
        whole(self, "k", "k = 5 is a usual choice", least=2)

    @property
    def parameters(self) -> dict[str, int]:
        """Return the parameters as a manifest and JSON spell them."""
        return {"k": self.k} | person_parameter(self.person)

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def guarantee(self) -> str:
        """Return one sentence: what the model protects against and what it does not."""
        finds = (
            f"published records of at least {self.k} persons" if self.person else f"at least {self.k} published records"
        )
        more = (
            "items of several records of a person, the records of others," if self.person else "the records of others"
        )
        return (
            f"Whoever knows any number of items of a person's record, all of it, or what is not in it finds {finds} "
            f"that may be the one, all with the same labels; it does not protect against someone who knows {more} or "
            "reasons from which labels were not opened further, does not hide that a person is in the data, and does "
            f"not stop what all matching records share from being inferred.{records_only(self.person)}"
        )
