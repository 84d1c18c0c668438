"""The manifest: what a release promises, and how anybody can check it. It is public."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from setanon_sql import __version__
from setanon_sql.models import AdaptiveRho
from setanon_sql.release.published import Published

#: Goes up when a reader of the manifest must change.
FORMAT_VERSION = 1


def manifest(
    published: Published,
    counts: Mapping[str, int],
    sha256: Mapping[str, str],
    form: Mapping[str, str],
    sensitive: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the manifest of a release that was just recounted.

    ``counts`` is what the check counted (``records`` and ``rows`` among it), ``sha256`` the fingerprint of each file
    or table by name, ``form`` how it is written, ``sensitive`` the released labels that nobody may infer. No seed,
    no suppressed label, no count from 1 to k-1 gets in.
    """
    fields = {
        "format_version": FORMAT_VERSION,
        "model": published.model.name,
        "parameters": published.model.parameters,
        "method": published.method,
        "records": counts["records"],
        "rows": counts["rows"],
        "created_by": f"setanon-sql {__version__}",
        "sha256": dict(sha256),
        "guarantee": published.model.guarantee,
        "verified": without_small_counts(counts, published.model.smallest_public_count),
        "format": dict(form),
    }
    if sensitive is None:
        return fields
    shares = published.model.thresholds if isinstance(published.model, AdaptiveRho) else {}
    told = {"thresholds": {label: str(shares[label]) for label in sensitive}} if shares else {}
    return fields | {"sensitive": list(sensitive)} | told


def file_manifest(method: str, sha256: Mapping[str, str]) -> dict[str, Any]:
    """Return what stands beside a file that is no release, but made from one: which file it is, and who made it."""
    told = {"format_version": FORMAT_VERSION, "method": method, "created_by": f"setanon-sql {__version__}"}
    return told | {"sha256": dict(sha256)}


def without_small_counts(counts: Mapping[str, int], k: int) -> dict[str, int]:
    """Return the counts that may be public: a count from 1 to k-1 singles people out, so it is left out."""
    return {name: count for name, count in counts.items() if not 1 <= count < k}


def as_text(fields: Mapping[str, Any]) -> str:
    """Return a manifest as it stands in its file."""
    return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"
