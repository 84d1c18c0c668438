"""The manifest: what a release promises, and how anybody can check it. It is public."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from setanon_sql import __version__
from setanon_sql.dataset import Selection
from setanon_sql.decisions import Decisions
from setanon_sql.keys import keyed_fingerprint
from setanon_sql.numbers import number_text, round_to_steps
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.verify.claims import of_release

#: Goes up when a reader of the manifest must change.
FORMAT_VERSION = 1
#: That of a release whose columns have names of their own, which the manifest tells.
_WITH_COLUMNS = 2
#: Given a purpose, returns the key of a fingerprint.
Keys = Callable[[str], str]


class Manifested(Protocol):
    """A release as its manifest describes it, besides the counts."""

    @property
    def model(self) -> ModelParameters:
        """Return what is promised."""

    @property
    def method(self) -> str:
        """The method by the name that a manifest spells, such as ``mHgHs``."""

    @property
    def selection(self) -> Selection:
        """Return what of the source was read."""

    @property
    def decisions(self) -> Decisions:
        """Return what was asked for of single items."""

    def manifest_fields(self) -> Mapping[str, Any]:
        """Return further fields; no seed, no suppressed label, no count from 1 to k-1."""


def manifest(
    content: Manifested, counts: Mapping[str, int], sha256: Mapping[str, str], form: Mapping[str, Any], keys: Keys
) -> dict[str, Any]:
    """Return the manifest of a release that was just recounted.

    ``counts`` is what the check counted (``records`` and ``rows`` among it), ``sha256`` the fingerprint of each file
    or table by name, ``form`` how it is written.
    ``keys`` has the keys of the fingerprints of what its owner asked for. No seed, no suppressed label,
    no count from 1 to k-1 gets in.
    """
    model = content.model
    return {
        "format_version": _WITH_COLUMNS if "columns" in form else FORMAT_VERSION,
        "model": model.name,
        "parameters": model.parameters,
        "method": content.method,
        "records": counts["records"],
        "rows": counts["rows"],
        "created_by": f"setanon-sql {__version__}",
        "sha256": dict(sha256),
        "guarantee": model.guarantee,
        "verified": public_counts(counts, model.smallest_public_count),
        "format": dict(form),
        **content.manifest_fields(),
        **_selection_fields(content.selection, model.smallest_public_count, keys),
        **(content.decisions.manifest_fields(keys("constraints")) if content.decisions.rows else {}),
    }


def _selection_fields(selection: Selection, k: int, keys: Keys) -> dict[str, Any]:
    """Return what a manifest tells of the part of a source that was read: no value, and counts in steps of k."""
    fields: dict[str, Any] = {}
    for name in ("where", "query"):
        if clause := getattr(selection, name):
            fields[name] = {"sql": clause.shown, "keyed_sha256": keyed_fingerprint(keys(name), clause.text)}
    if selection.snapshot:
        fields["snapshot"] = dict(selection.snapshot)
    if selection.cap:
        fields["cap"] = counts_in_steps(selection.cap.to_json(), k) | {"items": selection.cap.items}
    if selection.cap_records:
        counts = counts_in_steps(selection.cap_records.to_json(), k)
        fields["cap_records"] = counts | {"records": selection.cap_records.records}
    if control := selection.control:
        fields["control"] = {"share": str(number_text(control.share)), "keyed_sha256": control.mark}
        fields["control"] |= counts_in_steps(control.counts, k)
    return fields


def file_manifest(method: str, sha256: Mapping[str, str]) -> dict[str, Any]:
    """Return what stands beside a file that is no release, but made from one: which file it is, and who made it."""
    fields = {"format_version": FORMAT_VERSION, "method": method, "created_by": f"setanon-sql {__version__}"}
    return fields | {"sha256": dict(sha256)}


def public_counts(counts: Mapping[str, int], k: int) -> dict[str, int]:
    """Return the counts that may be public, of the release alone: one from 1 to k-1 points at single records."""
    return {name: count for name, count in counts.items() if of_release(name) and not 1 <= count < k}


def counts_in_steps(counts: Mapping[str, int], k: int) -> dict[str, int]:
    """Return counts of a source as they may be public: in steps of k, and only from k on; 0 reads as k - 1 does."""
    return {name: round_to_steps(count, k) for name, count in counts.items() if count >= k}


def as_text(fields: Mapping[str, Any]) -> str:
    """Return a manifest as it stands in its file."""
    return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"
