"""What a manifest promises, read with care: every field that the check needs must be there and of its kind."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.files.regular import NO_FILE, NotRegularError, read_regular
from setanon_sql.layout import PIECES, ReleaseShape, escapes_formulas, manifest_columns, shape_of
from setanon_sql.registry import promises
from setanon_sql.registry.from_manifest import edited_manifest, is_kind, labels_listed
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.verify.claims import Claims, claims_of, unknown_names
from setanon_sql.verify.label_table import LabelPromise, label_promise
from setanon_sql.verify.meaning import MeaningPromise, meaning_promise

#: Versions of the manifest that this version can check.
_KNOWN_VERSIONS = (1, 2)

#: No manifest has so many objects and lists inside each other; more would end the program where they are walked.
_MOST_NESTED = 100
_TOO_DEEP = "the manifest is nested too deeply"
_DAMAGED = "it may be damaged; get the release again"

_KINDS: dict[str, type] = {
    "format_version": int,
    "model": str,
    "parameters": dict,
    "method": str,
    "records": int,
    "rows": int,
    "created_by": str,
    "sha256": dict,
    "guarantee": str,
    "verified": dict,
}


@dataclass(frozen=True)
class Promise:
    """A manifest that could be read.

    ``sha256`` holds the fingerprints of the release's data by part of its shape; ``separator`` splits the items of a
    basket line; ``claims`` is what the manifest says besides.
    ``sensitive`` lists the released labels that nobody may infer, or that are in term chunks only (None where wishes
    are personal, or there are none). ``columns`` are called so in the release; empty: as they were always called.
    ``labels`` and ``meaning``: what it says of the tables beside the release that are called so; None where there are
    none. ``known_labels``: those that somebody may know; None: all. ``carried_by``: that of other data, whose manifest
    carries this one.
    """

    model: ModelParameters
    method: str
    records: int
    rows: int
    sha256: Mapping[str, str]
    claims: Claims
    separator: str = " "
    sensitive: tuple[str, ...] | None = None
    columns: tuple[str, ...] = ()
    labels: LabelPromise | None = None
    known_labels: tuple[str, ...] | None = None
    carried_by: "Promise | None" = None
    meaning: MeaningPromise | None = None

    @property
    def shape(self) -> ReleaseShape:
        """Return which tables the release has."""
        shape = shape_of(self.model.name, self.columns, len(self.model.columns))
        return replace(shape, escaped=escapes_formulas(self.claims.fields.get("format")))

    @property
    def named_labels(self) -> tuple[str, ...] | None:
        """The labels that the promise names as sensitive; None where its model has none, or they are not listed."""
        return self.sensitive if self.model.lists_sensitive else None

    @property
    def recodes_locally(self) -> bool:
        """Return whether an item may have another label in another record."""
        return self.model.recodes_locally

    @property
    def grouped(self) -> bool:
        """Return whether the records are published in groups, with a column ``group_id``."""
        return self.shape.grouped


@dataclass(frozen=True)
class LongPromise(Promise):
    """The manifest of a release that is one table."""


@dataclass(frozen=True)
class PiecesPromise(Promise):
    """The manifest of a release in pieces.

    ``sensitive`` is also None where a version made it that did not list them. ``occurrences_before_safe`` counts items
    in record and shared chunks before covered items were removed; None for a release that does not promise that.
    """

    model: PiecesParameters
    occurrences_before_safe: int | None = None


AnyPromise = LongPromise | PiecesPromise


def manifest_text(path: Path) -> str:
    """Return what stands in a manifest file; raises BadInput where it is missing or cannot be read."""
    try:
        return read_regular(path).decode("utf-8")
    except FileNotFoundError as error:
        raise BadInput(
            f"the release has no manifest: {path.name} is not beside it",
            "a release cannot be checked without its manifest; only setanon anonymize makes one",
        ) from error
    except NotRegularError as error:
        raise BadInput(f"the manifest {path.name} cannot be read: {NO_FILE}", "get the release again") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the manifest {path.name} cannot be read", "is it a manifest of setanon?") from error


def parse_manifest(text: str) -> LongPromise:
    """Return what a manifest promises of a release of one table.

    Raises BadInput where it is damaged, or of another model or version.
    """
    fields = fields_of(text)
    model = _model(fields)
    sha256 = {"": _fingerprint(fields["sha256"])}
    separator = _separator(fields.get("format", {}))
    sensitive = labels_listed(fields.get("sensitive"))
    common = _common_fields(fields)
    columns = _columns(fields.get("format", {}), model)
    labels = label_promise(fields.get("labels"))
    known_labels = labels_listed(fields.get("known"), "known")
    if (known_labels is None) is model.restricts_known_items:
        raise edited_manifest("the manifest does not list what may be known")
    meaning = meaning_promise(fields.get("meaning"))
    return LongPromise(
        model, *common, sha256, claims_of(fields), separator, sensitive, columns, labels, known_labels, meaning=meaning
    )


def parse_manifest_of_pieces(text: str) -> PiecesPromise:
    """Return what a manifest promises of a release in pieces; raises BadInput as :func:`parse_manifest` does."""
    fields = fields_of(text)
    promise = promises().get(fields["model"])
    if promise is None or not issubclass(promise, PiecesParameters):
        raise BadInput("the manifest is not that of a disassociated release", "use a newer setanon")
    with _parameters_of_manifest():
        model = promise.from_manifest(fields)
    parts = {file: part for part, file in PIECES.files.items()}
    return PiecesPromise(
        model,
        *_common_fields(fields),
        {parts.get(name, name): str(value) for name, value in fields["sha256"].items()},
        claims_of(fields),
        sensitive=labels_listed(fields.get("sensitive")),
        occurrences_before_safe=_occurrences(fields.get("occurrences_before_safe")),
    )


def promise_of(text: str, *, pieces: bool) -> AnyPromise:
    """Return what a manifest promises of a release that is there, in ``pieces`` or as one table."""
    return parse_manifest_of_pieces(text) if pieces else parse_manifest(text)


def _common_fields(fields: Mapping[str, Any]) -> tuple[str, int, int]:
    return fields["method"], fields["records"], fields["rows"]


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of a manifest of any model; raises BadInput where one is missing or not of its kind."""
    try:
        fields = json.loads(text, object_pairs_hook=_object_without_repeats)
    except ValueError as error:
        raise BadInput("the manifest is not JSON", _DAMAGED) from error
    except RecursionError as error:
        raise BadInput(_TOO_DEEP, _DAMAGED) from error
    if not isinstance(fields, dict):
        raise BadInput("the manifest is not a JSON object", _DAMAGED)
    if _depth(fields) > _MOST_NESTED:
        raise BadInput(_TOO_DEEP, _DAMAGED)
    if (noisy := fields.get("method")) in ("counts", "records") and "model" not in fields:
        raise BadInput(
            f"these are {noisy} with noise: nobody can tell from them that the noise was drawn as their manifest says",
            "differential privacy is a promise of the program that made them, not of what it made",
        )
    _check_fields(fields)
    return fields


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a manifest; raises BadInput where it has a field twice, of which readers take one."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise edited_manifest("the manifest has a field twice")
    return fields


def _depth(value: object) -> int:
    """Return how many objects and lists of JSON stand inside each other."""
    level = [value]
    depth = 0
    while True:
        level = [below for container in level for below in _values(container)]
        if not level:
            return depth
        depth += 1


def _values(value: object) -> Iterable[object]:
    """Return what stands right inside an object or a list of JSON."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _check_fields(fields: Mapping[str, Any]) -> None:
    version = fields.get("format_version")
    if is_kind(version, int) and version not in _KNOWN_VERSIONS:
        raise BadInput(f"the manifest has format version {version}, which is not known here", "use a newer setanon")
    if "model" not in fields:
        raise BadInput(
            "the manifest names no model, as that of a release does",
            "a list, a mapping, counts and made-up records promise nothing to check; a release is incomplete",
        )
    for name, kind in _KINDS.items():
        if name not in fields:
            raise BadInput(f"the manifest lacks {name!r}", "it is incomplete; get the release again")
        if not is_kind(fields[name], kind):
            raise edited_manifest(f"{name!r} in the manifest is not what it should be")


def _model(fields: Mapping[str, Any]) -> ModelParameters:
    name = fields["model"]
    promise = promises().get(name)
    known_names = promise.manifest_parameters if promise else fields["parameters"]
    if unknown := unknown_names(fields["parameters"], known_names):
        raise BadInput(f"the manifest promises by parameters that are not known here: {unknown}", "use a newer setanon")
    if promise is None:
        raise BadInput(f"the manifest names a model that cannot be checked here: {name!r}", "use a newer setanon")
    with _parameters_of_manifest():
        return promise.from_manifest(fields)


def _occurrences(value: object) -> int | None:
    if value is not None and (type(value) is not int or value < 0):
        raise edited_manifest("'occurrences_before_safe' in the manifest is not what it should be")
    return value


@contextmanager
def _parameters_of_manifest() -> Iterator[None]:
    """Turn what is wrong with a parameter into what is wrong with the manifest that names it."""
    try:
        yield
    except BadParameter as error:
        raise BadInput(
            f"the parameters in the manifest are no model: {error.message.removeprefix('--')}",
            "the manifest may have been edited; get the release again",
        ) from error


def _fingerprint(sha256: Mapping[str, Any]) -> str:
    values = list(sha256.values())
    if len(values) != 1 or not isinstance(values[0], str):
        raise edited_manifest("the manifest should hold one sha256, that of the release")
    return values[0]


def _columns(form: object, model: ModelParameters) -> tuple[str, ...]:
    """Return what the columns are called, where the manifest says that: one name for each, and no two alike.

    Those that are known besides the items, as the promise names them, stand there last.
    """
    if not model.columns and (not isinstance(form, dict) or "columns" not in form):
        return ()
    columns = manifest_columns(form)
    shape = shape_of(model.name, columns, len(model.columns))
    if not columns or shape.as_written() != columns or (model.columns and columns[2:] != model.columns):
        raise edited_manifest("the columns in the manifest are not those of a release")
    return columns


def _separator(form: object) -> str:
    separator = form.get("separator", " ") if isinstance(form, dict) else " "
    if not isinstance(separator, str) or not separator:
        raise edited_manifest("the separator in the manifest is no text")
    return separator
