"""The main job on data that ships with the package: supermarket baskets that were never anybody's."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from filecmp import cmp
from pathlib import Path
from typing import Any

from setanon_sql import api, show
from setanon_sql.audit import KmAudit, KmExtras
from setanon_sql.errors import BadDestination
from setanon_sql.generate import write_demo
from setanon_sql.settings import Settings
from setanon_sql.temporary import temporary_folder
from setanon_sql.verify import Verification

#: Prints a result: its JSON, its words.
Out = Callable[[dict[str, Any], str], None]

_K, _M = 5, 2


def run(settings: Settings, folder: Path | None, records: int, out: Out) -> int:
    """Make baskets, audit them, anonymize, verify and measure; return the exit code.

    The files stay in ``folder``, or go with a temporary one. Values are shown: they are made up.
    """
    if folder is None:
        with temporary_folder("setanon-demo-") as temporary:
            return run(settings, temporary, records, out)
    settings = replace(settings, quiet=True, show_values=True)
    baskets, departments = _written(folder, records)
    safe = folder / "safe.parquet"
    extras = KmExtras(unicity=True, top_items=5, worst=3, average=1000)
    found = api.audit_km(baskets, k=_K, m=_M, extras=extras, settings=settings)
    published = api.anonymize_km(baskets, safe, k=_K, m=_M, taxonomy=departments, overwrite=True, settings=settings)
    answer = api.verify(safe, settings=settings)
    result = {"audit": found.to_json(show_values=True), "release": published.to_json(), "verify": answer.to_json()}
    out(json.loads(json.dumps(result)), _story(found, published, answer, baskets.name, departments.name))
    return 0 if answer.holds else 1


def _written(folder: Path, records: int) -> list[Path]:
    """Write the demo's data into a folder; raises BadDestination where other files have their names."""
    folder.mkdir(parents=True, exist_ok=True)
    with temporary_folder("setanon-demo-") as temporary:
        made = write_demo(temporary, records)
        for path in made:
            there = folder / path.name
            if os.path.lexists(there) and not (there.is_file() and cmp(path, there, shallow=False)):
                raise BadDestination(f"{path.name} in the folder is not the demo's", "name an empty folder")
        return [Path(shutil.copy(path, folder)) for path in made]


def _story(found: KmAudit, published: api.Release, answer: Verification, data: str, tree: str) -> str:
    audit = f"audit km {data} --k {_K} --m {_M} --unicity --average 1000 --top-items 5 --worst 3 --show-values"
    anonymize = f"anonymize km {data} --out safe.parquet --k {_K} --m {_M} --taxonomy {tree}"
    steps = [
        ("1. What do the baskets give away?", audit, show.km_audit(found, show_values=True)),
        ("2. Publish them safely", anonymize, show.release(published)),
        ("3. Prove it, from the released file alone", "verify safe.parquet", show.verification(answer)),
    ]
    return "\n\n".join(f"== {title}\n$ setanon {command}\n\n{text}" for title, command, text in steps)
