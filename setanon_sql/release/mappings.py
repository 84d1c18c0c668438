"""The mapping of a release in a file: which label each item went to, to be applied to the next data.

It is written as a release is: whole or not at all, with a manifest beside it by which setanon knows it again, and only
what setanon wrote is ever replaced. An internal one may be read by its owner only.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from setanon_sql.text import count_of
from setanon_sql.verify.contents import fingerprint

_COLUMNS = ["item", "label"]
#: A third column, where items were dropped by a rule, and what it says of these.
_RULE = "rule"
_DROP = "drop"


@dataclass(frozen=True)
class ItemMapping:
    """Labels of items.

    ``labels``: that of each item, empty where it is suppressed. ``dropped``: items that have none by a rule.
    """

    labels: Mapping[str, str]
    dropped: frozenset[str] = frozenset()

    def rows(self) -> list[list[str]]:
        """Return the rows of its file, the names of the columns first."""
        if not self.dropped:
            return [_COLUMNS, *sorted(map(list, self.labels.items()))]
        dropped = [[item, "", _DROP] for item in self.dropped]
        return [[*_COLUMNS, _RULE], *sorted([*dropped, *([*pair, ""] for pair in self.labels.items())])]


@dataclass(frozen=True)
class MappingFile:
    """Destination of a mapping: a .csv or .tsv file with a row for each item.

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
    def waiting(self, mapping: ItemMapping) -> Iterator[Callable[[], None]]:
        """Write a mapping into a private folder beside its place; yields what puts it there."""
        self.check()
        with staging(self.path) as private:
            staged = private / f"mapping{self.path.suffix.lower()}"
            rows = mapping.rows()
            with explain_errors(self.path):
                _write(staged, rows)
            yield lambda: self._publish(staged, len(rows) - 1)

    def _publish(self, staged: Path, rows: int) -> None:
        sha256 = {self.path.name: fingerprint(staged).sha256}
        fields = file_manifest(MAPPING, sha256) | {"rows": rows, "format": {"tier": self.tier}}
        with hold_folders(self.path):
            publish_with_manifest(staged, self.path, fields, self._replaceable(), internal=self.tier == "internal")


def _write(path: Path, rows: Sequence[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=DELIMITERS[path.suffix.lower()], lineterminator="\n").writerows(rows)


def read_mapping(path: Path) -> ItemMapping:
    """Return a mapping as it stands in a file; raises BadInput for what is none."""
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
    if header not in (_COLUMNS, [*_COLUMNS, _RULE]):
        raise BadInput(f"the mapping {path.name} has other columns than item, label", hint)
    wrong = [line for line, row in enumerate(rows, 2) if len(row) != len(header) or not row[0] or not _sound(row[1:])]
    if wrong:
        raise BadInput(
            f"{count_of(len(wrong), 'line')} of the mapping {'is' if len(wrong) == 1 else 'are'} no item and label, "
            f"the first is line {wrong[0]}",
            hint,
        )
    if twice := len(rows) - len({row[0] for row in rows}):
        raise BadInput(f"{count_of(twice, 'item is', 'items are')} in the mapping twice", "each item goes to one label")
    dropped = frozenset(row[0] for row in rows if row[-1] == _DROP and len(row) > len(_COLUMNS))
    return ItemMapping({item: label for item, label, *_ in rows if item not in dropped}, dropped)


def _sound(label_and_rule: Sequence[str]) -> bool:
    """Return whether there is a label, or none, or a rule that takes it away."""
    label, *rule = label_and_rule
    return not rule or rule == [""] or (rule == [_DROP] and not label)
