"""What the results of public functions have in common."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from setanon_sql.display import Displayable
from setanon_sql.fields import ABSENT, LIKEWISE, ComputedKey, Fields, Name
from setanon_sql.text import count


class Result(Fields, Displayable):
    """A result that ``--json`` can print; its keys there also read as ``result["key"]``."""

    __slots__ = ()

    def __getitem__(self, name: str) -> Any:
        return self.to_json()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.to_json()


class Parameters(Fields):
    """Parameters of all models."""

    k: Annotated[int | str, ABSENT, 'of models that promise a number of records; `"10,20,40"`: for 1, 2, 3 known items']
    m: Annotated[int | None, ABSENT, "known items; null: any number; not of `kanonymity`"]
    rho: Annotated[float | str, ABSENT, '`rho`; of `adaptive` the lowest threshold; perhaps a text such as `"1/3"`']
    person: Annotated[bool, ABSENT, "`--person`: persons are counted, not records; absent: false"]
    recoding: Annotated[str, ABSENT, "`local`: an item may have another label in another record; absent: a cut"]
    floor: Annotated[float, ABSENT, "likewise: how likely an item starts a step up, at a secret floor; 0: never"]
    absent: Annotated[int, ABSENT, "`km`: so many absent items may be known"]
    columns: Annotated[str, ABSENT, "`km`, `kanonymity`: names of columns that are known besides, between commas"]
    known_items: Annotated[bool, Name("known"), ABSENT, "`--known`: only items of a list may be known; absent: all"]
    protect: Annotated[bool, ABSENT, "`--protect`: only items of one of some sets may be known; absent: all"]
    h: Annotated[float | str, ABSENT, "`coherence`; 1: no bound"]
    epsilon: Annotated[float | str, ABSENT, "`rho` with `--sample`"]
    delta: Annotated[float | str, ABSENT, LIKEWISE]
    cluster_size: Annotated[int, ABSENT, "of releases in pieces"]
    refine: Annotated[bool, ABSENT, "likewise"]
    safe: Annotated[bool, ABSENT, LIKEWISE]
    sensitive: Annotated[bool, ABSENT, LIKEWISE]
    rounded: Annotated[int, ABSENT, "of tables of counts: rounded down to multiples of it; 1: exact"]
    diversity: Annotated[int, ABSENT, "likewise, with `--sensitive`"]


#: What the keys ``model`` and ``parameters`` tell.
MODEL = "its name, as commands have it"
PROMISED = "what is promised"


@dataclass(frozen=True)
class Audit(Fields, Displayable):
    """Keys of an audit.

    Of every `audit`. In Python ``model``: what was looked for, with its ``name`` and ``parameters``.
    """

    model: Any
    records: Annotated[int, "of the source (the release)"]
    rows: Annotated[int, "pairs of record and item; of a release those of its three tables that name an item"]
    _model = ComputedKey[str](MODEL, lambda audit: audit.model.name, Name("model"))
    _parameters = ComputedKey[Parameters](PROMISED, lambda audit: audit.model.parameters, Name("parameters"))
    _satisfied = ComputedKey[bool](
        "does it have the guarantee as it is?", lambda audit: audit.satisfied, Name("satisfied")
    )
    _violations = ComputedKey[int](
        "minimal threats of all sizes; rules that are too sure; faults of all checks",
        lambda audit: audit.violations,
        Name("violations"),
    )

    if TYPE_CHECKING:

        @property
        def satisfied(self) -> bool:
            """Return whether the model is kept."""

        @property
        def violations(self) -> int:
            """Return what breaks it."""


#: Whether records are counted, or persons where it is known how many they are.
UNIT = ComputedKey[str | None](
    "`person`, with `--person`: then persons are counted",
    lambda result: None if result.persons is None else "person",
    ABSENT,
)


def size_of(audit: Audit) -> str:
    """Say how much was looked at, and what was found."""
    return f"{count(audit.records)} records, {count(audit.rows)} rows, {count(audit.violations)} violations."
