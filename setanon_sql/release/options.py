"""How a release is written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.choices import check_choice
from setanon_sql.options.words import RecordIds

#: Given the recount of what is about to be published, and its manifest so far, returns what else that tells; raises to
#: stop it.
Filing = Callable[[Mapping[str, int], Mapping[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True)
class WriteOptions:
    """How to write.

    ``seed``: the key of new record ids comes from it (:mod:`setanon_sql.keys`); it goes to the ledger and nowhere else.
    ``inputs`` are files, ``input_tables`` tables of the destination's database, that were read and are never
    overwritten. ``ledger`` is where to put the ledger, if anywhere. ``filing`` is asked last, when everything else
    allows to publish. Raises BadParameter for ``record_ids`` that are neither ``shuffle`` nor ``keep``.
    """

    seed: str
    record_ids: RecordIds = "shuffle"
    overwrite: bool = False
    ledger: Path | None = None
    inputs: tuple[Path, ...] = ()
    input_tables: tuple[str, ...] = ()
    filing: Filing | None = None

    def __post_init__(self) -> None:
        check_choice("--record-ids", self.record_ids, RecordIds)
