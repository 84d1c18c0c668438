"""Which manifest speaks of the data that stand there?

A file (or a folder of Spark) and its manifest are two names, and no system moves two names at once. So a release that
replaces an older one first puts a manifest in place that carries the older one whole, as ``replaces``; then one move
decides which data stand; then the plain manifest follows. Whoever reads takes the one that names the fingerprint of
what it finds.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from setanon_sql.errors import BadInput
from setanon_sql.files.moving import put_aside
from setanon_sql.layout import manifest_path
from setanon_sql.verify.promise import LongPromise, manifest_text, parse_manifest

#: Where a manifest carries the one that it replaces.
REPLACES = "replaces"

#: What a manifest of setanon has, whatever it speaks of.
_MARKS = {"format_version": int, "created_by": str, "sha256": dict}


def own_fields(text: str) -> dict[str, Any] | None:
    """Return the fields of a manifest that setanon wrote; None for any other text."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict) or any(type(fields.get(name)) is not kind for name, kind in _MARKS.items()):
        return None
    return fields if fields["created_by"].startswith("setanon") else None


def manifest_versions(text: str) -> list[str]:
    """Return a manifest and, after it, the older one that it carries while that is replaced."""
    fields = own_fields(text)
    older = fields.get(REPLACES) if fields else None
    return [text, json.dumps(older)] if isinstance(older, dict) else [text]


def read_standing(release: Path, fingerprint_of: Callable[[LongPromise], str]) -> LongPromise:
    """Return the promise of the manifest beside a release that speaks of what stands there.

    ``fingerprint_of`` reads the data as a promise says they are written. Raises BadInput where there is no manifest
    that can be read.
    """
    first, *older = [parse_manifest(text) for text in manifest_versions(manifest_text(manifest_path(release)))]
    if not older or fingerprint_of(first) == first.sha256[""]:
        return first
    standing = next((promise for promise in older if fingerprint_of(promise) == promise.sha256[""]), None)
    return first if standing is None else replace(standing, carried_by=first)


def refuse_put_aside(release: Path) -> None:
    """Raise BadInput where a release is not there because a run that was to replace it was killed."""
    if release.exists():
        return
    for whole in put_aside(release):
        raise BadInput(
            f"a run that was to replace {release.name} was killed; it is whole in {whole.parent.name}/{whole.name}",
            "anonymize to the same <out> again: that puts it back first. Or move it back yourself",
        )
