"""What a manifest promises, read with care: every field that the check needs must be there and of its kind."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.models import AdaptiveRho, KmAnonymity, RhoUncertainty
from setanon_sql.numbers import fraction_of
from setanon_sql.verify.claims import Claims, claims_of, unknown_names

#: Versions of the manifest that this version can check.
_KNOWN_VERSIONS = (1,)

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

#: The parameters of each model: another one would be a promise that is not checked.
_PARAMETERS = {
    KmAnonymity.name: ("k", "m"),
    RhoUncertainty.name: ("rho", "m", "epsilon", "delta"),
    AdaptiveRho.name: ("rho", "m"),
}


@dataclass(frozen=True)
class Promise:
    """A manifest that could be read.

    ``sha256`` is the one fingerprint of the release's data; ``separator`` splits the items of a basket line; ``claims``
    is what the manifest says besides.
    ``sensitive`` lists the released labels that nobody may infer (None where wishes are personal, or there are none).
    """

    model: KmAnonymity | RhoUncertainty | AdaptiveRho
    method: str
    records: int
    rows: int
    sha256: str
    separator: str
    claims: Claims
    sensitive: tuple[str, ...] | None = None

    @property
    def grouped(self) -> bool:
        """Are the records published in groups, with a column ``group_id``?"""
        return isinstance(self.model, AdaptiveRho)


def manifest_beside(release: Path) -> Path:
    """Return where the manifest of a one-file release is."""
    whole = release.absolute()  # "." has no name of its own
    return whole.parent / f"{whole.name}.manifest.json"


def manifest_text(path: Path) -> str:
    """Return what stands in a manifest file; raises BadInput where it is missing or cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadInput(
            f"the release has no manifest: {path.name} is not beside it",
            "a release cannot be checked without its manifest; only setanon anonymize makes one",
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the manifest {path.name} cannot be read", "is it a manifest of setanon?") from error


def parse_manifest(text: str) -> Promise:
    """Return what a manifest's text promises; raises BadInput where it is damaged or of another version."""
    fields = fields_of(text)
    return Promise(
        model=_model(fields),
        method=fields["method"],
        records=fields["records"],
        rows=fields["rows"],
        sha256=_fingerprint(fields["sha256"]),
        separator=_separator(fields.get("format", {})),
        claims=claims_of(fields),
        sensitive=sensitive_labels(fields.get("sensitive")),
    )


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of a manifest of any model; raises BadInput where one is missing or not of its kind."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput("the manifest is not JSON", "it may be damaged; get the release again") from error
    if not isinstance(fields, dict):
        raise BadInput("the manifest is not a JSON object", "it may be damaged; get the release again")
    _check_fields(fields)
    return fields


def _check_fields(fields: Mapping[str, Any]) -> None:
    version = fields.get("format_version")
    if _is(version, int) and version not in _KNOWN_VERSIONS:
        raise BadInput(f"the manifest has format version {version}, which is not known here", "use a newer setanon")
    for name, kind in _KINDS.items():
        if name not in fields:
            raise BadInput(f"the manifest lacks {name!r}", "it is incomplete; get the release again")
        if not _is(fields[name], kind):
            raise BadInput(f"{name!r} in the manifest is not what it should be", "it may have been edited")


def _is(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def sensitive_labels(labels: object) -> tuple[str, ...] | None:
    """Return the labels that a manifest lists as sensitive, None where it lists none; raises BadInput if no list."""
    if labels is None:
        return None
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise BadInput("'sensitive' in the manifest is not a list of labels", "it may have been edited")
    return tuple(labels)


def _model(fields: Mapping[str, Any]) -> KmAnonymity | RhoUncertainty | AdaptiveRho:
    name, parameters = fields["model"], fields["parameters"]
    if unknown := unknown_names(parameters, _PARAMETERS.get(name, parameters)):
        raise BadInput(f"the manifest promises by parameters that are not known here: {unknown}", "use a newer setanon")
    if name == RhoUncertainty.name:
        return _rho(parameters)
    if name == AdaptiveRho.name:
        return _adaptive(_rho(parameters), fields.get("sensitive"), fields.get("thresholds"))
    if name != KmAnonymity.name:
        raise BadInput(f"the manifest names a model that cannot be checked here: {name!r}", "use a newer setanon")
    k, m = parameters.get("k"), parameters.get("m")
    if not isinstance(k, int) or isinstance(k, bool) or "m" not in parameters or not (m is None or _is(m, int)):
        raise BadInput("the parameters in the manifest are incomplete or no numbers", "it may have been edited")
    with parameters_of_manifest():
        return KmAnonymity(k, m)


def _rho(parameters: Mapping[str, Any]) -> RhoUncertainty:
    m, shares = parameters.get("m"), {name: parameters.get(name) for name in ("rho", "epsilon", "delta")}
    known = all(value is None or _is(value, str) or _is(value, float) for value in shares.values())
    if not known or shares["rho"] is None or "m" not in parameters or not (m is None or _is(m, int)):
        raise BadInput("the parameters in the manifest are incomplete or no numbers", "it may have been edited")
    with parameters_of_manifest():
        return RhoUncertainty.of(shares["rho"], m, shares["epsilon"], shares["delta"])


@contextmanager
def parameters_of_manifest() -> Iterator[None]:
    """Turn what is wrong with a parameter into what is wrong with the manifest that names it."""
    try:
        yield
    except BadParameter as error:
        raise BadInput(
            f"the parameters in the manifest are no model: {error.message.removeprefix('--')}",
            "the manifest may have been edited; get the release again",
        ) from error


def _adaptive(model: RhoUncertainty, sensitive: object, thresholds: object) -> AdaptiveRho:
    labels, texts = sensitive_labels(sensitive), thresholds if isinstance(thresholds, dict) else {}
    if labels is None or texts.keys() != set(labels) or not all(isinstance(text, str) for text in texts.values()):
        raise BadInput("the manifest does not list a threshold for each sensitive label", "it may have been edited")
    try:
        shares = {label: fraction_of("a threshold", text) for label, text in texts.items()}
        return AdaptiveRho(model.rho, model.m, shares)
    except BadParameter as error:
        raise BadInput("a threshold in the manifest is no fraction from rho to 1", "it may have been edited") from error


def _fingerprint(sha256: Mapping[str, Any]) -> str:
    values = list(sha256.values())
    if len(values) != 1 or not isinstance(values[0], str):
        raise BadInput("the manifest should hold one sha256, that of the release", "it may have been edited")
    return values[0]


def _separator(form: object) -> str:
    separator = form.get("separator", " ") if isinstance(form, dict) else " "
    if not isinstance(separator, str) or not separator:
        raise BadInput("the separator in the manifest is no text", "it may have been edited")
    return separator
