"""What is promised of releases in pieces: records in clusters, and these in chunks whose parts cannot be aligned."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from setanon_sql.errors import BadParameter
from setanon_sql.registry import DEFAULT
from setanon_sql.registry.parameters import ModelParameters

#: The check of chunks by themselves: each is to keep the model that is meant where none is named, in its records.
BAD_CHUNKS = f"chunk_{DEFAULT}"
#: No more than one in so many records of a cluster hold a sensitive item, where nothing else is said.
DIVERSITY = 2


@dataclass(frozen=True)
class PiecesParameters(ModelParameters):
    """The parameters of a model whose releases are pieces: what a check, a measure or an attack has to know of them.

    Whoever knows at most ``m`` items of a record finds ``k`` records that may be the one. Records are in clusters of at
    least ``k`` and, where merging allows, fewer than ``cluster_size``. ``refine``: clusters may share chunks. ``safe``:
    no item of a chunk is covered by the others. ``sensitive``: some items were declared sensitive and are in term
    chunks only. ``diversity``: of a cluster no more than one in so many records hold each of them; None where nothing
    is sensitive, or an older version made the release. ``person``: ``k`` and ``diversity`` count persons, ``diversity``
    records, too.
    """

    records: ClassVar[Literal["long", "grouped", "pieces"]] = "pieces"
    k: int
    m: int
    cluster_size: int = 30
    refine: bool = True
    safe: bool = False
    sensitive: bool = False
    diversity: int | None = None
    person: bool = False


def diversity_of(diversity: int | None, *, is_sensitive: bool) -> int | None:
    """Return of how many records of a cluster no more than one may hold a sensitive item; None where nothing is.

    Raises BadParameter where it is said, and nothing is sensitive.
    """
    if diversity is not None and not is_sensitive:
        raise BadParameter("<diversity> is for sensitive items", "say which with <sensitive>, or leave it out")
    return DIVERSITY if diversity is None and is_sensitive else diversity
