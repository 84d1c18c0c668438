"""The mapping of a release in a file: which label each item went to, to be applied to the next data.

It is written as a release is: whole or not at all, with a manifest beside it by which setanon knows it again, and only
what setanon wrote is ever replaced. An internal one may be read by its owner only.
"""

import csv
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path

from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.files.regular import open_regular
from setanon_sql.files.watching import unchanged, watch
from setanon_sql.layout import MAPPING
from setanon_sql.options.words import Tier
from setanon_sql.release.file_checks import check_release_free, manifest_of
from setanon_sql.release.files import DELIMITERS
from setanon_sql.release.manifest import file_manifest
from setanon_sql.release.recovery import recover_interrupted
from setanon_sql.release.sidecar import publish_with_manifest
from setanon_sql.release.staging import explain_errors, hold_folders, staging
from setanon_sql.verify.contents import fingerprint

_COLUMNS = ["item", "label"]


@dataclass(frozen=True)
class MappingFile:
    """Destination of a mapping: a .csv or .tsv file with the columns ``item, label``.

    ``tier``: whom it is for. ``overwrite``: replace one that setanon wrote. ``inputs``: files that must stay.
    """

    path: Path
    tier: Tier
    overwrite: bool = False
    inputs: tuple[Path, ...] = ()

    def check(self) -> None:
        """Raise BadDestination where it cannot be written; call it before the work, too."""
        recover_interrupted(self.path)
        if self.path.suffix.lower() not in DELIMITERS:
            raise BadDestination(f"a mapping cannot be written to {self.path.name}", "end the name with .csv or .tsv")
        self._replaceable()

    def _replaceable(self) -> Mapping[str, object] | None:
        inputs = (*self.inputs, *map(manifest_of, self.inputs))
        return check_release_free(self.path, overwrite=self.overwrite, inputs=inputs, kind=MAPPING)

    @contextmanager
    def waiting(self, mapping: Mapping[str, str]) -> Iterator[Callable[[], None]]:
        """Write a mapping into a private folder beside its place; yields what puts it there."""
        self.check()
        with staging(self.path) as private:
            staged = private / f"mapping{self.path.suffix.lower()}"
            with explain_errors(self.path):
                _write(staged, mapping)
            if self.tier == "internal":
                staged.chmod(0o600)
            yield lambda: self._put(staged, len(mapping))

    def _put(self, staged: Path, rows: int) -> None:
        sha256 = {self.path.name: fingerprint(staged).sha256}
        fields = file_manifest(MAPPING, sha256) | {"rows": rows, "format": {"tier": self.tier}}
        with hold_folders(self.path):
            publish_with_manifest(staged, self.path, fields, self._replaceable())


def _write(path: Path, mapping: Mapping[str, str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=DELIMITERS[path.suffix.lower()], lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(sorted(mapping.items()))


def read_mapping(path: Path) -> dict[str, str]:
    """Return the label of each item, empty where it is suppressed; raises BadInput for what is no mapping."""
    hint = "a mapping is a .csv or .tsv file with the columns item and label, as <mapping_out> writes it"
    try:
        with unchanged(), open_regular(path) as lines:
            file = TextIOWrapper(lines, encoding="utf-8-sig", newline="")
            watch(path)
            header, *rows = csv.reader(file, delimiter=DELIMITERS.get(path.suffix.lower(), ","), strict=True)
    except FileNotFoundError as error:
        raise BadInput(f"there is no mapping {path.name}", "check the path") from error
    except (OSError, ValueError, csv.Error) as error:
        raise BadInput(f"the mapping {path.name} cannot be read", hint) from error
    if header != _COLUMNS:
        raise BadInput(f"the mapping {path.name} has other columns than item, label", hint)
    wrong = [line for line, row in enumerate(rows, 2) if len(row) != len(_COLUMNS) or not row[0]]
    if wrong:
        raise BadInput(f"{len(wrong):,} lines of the mapping are no item and label, the first is line {wrong[0]}", hint)
    mapping = dict(rows)
    if len(mapping) < len(rows):
        raise BadInput(f"{len(rows) - len(mapping):,} items are in the mapping twice", "each item goes to one label")
    return mapping
