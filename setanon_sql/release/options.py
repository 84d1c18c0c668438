"""Options of writing a release."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from setanon_sql.choices import check_choice
from setanon_sql.options.words import RecordIds

#: Given the recount of what is about to be published, and its manifest so far, returns what else that tells; raises to
#: stop it.
Filing = Callable[[Mapping[str, int], Mapping[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True)
class WriteOptions:
    """Options of writing a release.

    ``seed``: the key of new record ids comes from it (:mod:`setanon_sql.keys`); it goes to the ledger and nowhere else.
    ``inputs`` are files, ``input_tables`` tables of the destination's database, that were read and are never
    overwritten. ``ledger`` is where to put the ledger, if anywhere. ``filing`` is asked last, when everything else
    allows to publish.
    ``losses`` are what the release cost, in sentences that may be public. ``escape_formulas``: in files of text no
    label begins as a formula does. ``id_secret``: what keyed record ids are made with.
    Raises BadParameter for other ``record_ids`` than there are.
    """

    seed: str
    record_ids: RecordIds = "shuffle"
    overwrite: bool = False
    ledger: Path | None = None
    inputs: tuple[Path, ...] = ()
    input_tables: tuple[str, ...] = ()
    filing: Filing | None = None
    losses: tuple[str, ...] = ()
    escape_formulas: bool = False
    id_secret: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        check_choice("<record_ids>", self.record_ids, RecordIds)
