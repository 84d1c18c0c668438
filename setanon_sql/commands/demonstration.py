"""The main job on data that ships with the package: supermarket baskets that were never anybody's."""

import csv
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import duckdb

from setanon_sql import api
from setanon_sql.commands import words
from setanon_sql.commands.picture import before_and_after
from setanon_sql.errors import BadDestination
from setanon_sql.files.temporary import temporary_folder
from setanon_sql.registry import DEFAULT, function, part
from setanon_sql.results import Audit
from setanon_sql.settings import Settings
from setanon_sql.synthetic.quest import put_made_up, write_demo
from setanon_sql.verify import Verification

#: Prints a result: its JSON, its words.
Out = Callable[[dict[str, Any], str], None]

_K = 5
_M = 2
_PERSON = "customer_id"
_AUDIT, _ANONYMIZE = (f"{group} {DEFAULT}" for group in ("audit", "anonymize"))

#: The file of the picture of some baskets before and after.
PICTURE = "before-after.svg"


def run(settings: Settings, folder: Path | None, records: int, out: Out) -> int:
    """Make baskets, audit them, anonymize, verify and measure; return the exit code.

    The files stay in ``folder``, or go with a temporary one. Values are shown: they are made up.
    """
    if folder is None:
        with temporary_folder("setanon-demo-") as temporary:
            return run(settings, temporary, records, out)
    settings = replace(settings, quiet=True, show_values=True)
    safe = _place(folder)
    baskets, departments = write_demo(folder, records)
    shown = part(DEFAULT, "demonstration")
    make_audit, anonymize = (getattr(api, name.replace(" ", "_")) for name in (_AUDIT, _ANONYMIZE))
    audit = make_audit(baskets, k=_K, m=_M, extras=shown.MUCH, settings=settings)
    of_customers = make_audit(baskets, k=_K, m=_M, person=_PERSON, extras=shown.LITTLE, settings=settings)
    published = anonymize(baskets, safe, k=_K, m=_M, taxonomy=departments, overwrite=True, settings=settings)
    answer = api.verify(safe, settings=settings)
    put_made_up(folder / PICTURE, _picture(audit, baskets, departments, safe).encode())
    result = {
        "audit": audit.to_json(show_values=True), "audit_of_persons": of_customers.to_json(),
        "release": published.to_json(), "verify": answer.to_json(),
    }  # fmt: skip
    audits = (audit, of_customers)
    out(json.loads(json.dumps(result)), _story(audits, published, answer, baskets.name, departments.name))
    return 0 if answer.satisfied else 1


def _place(folder: Path) -> Path:
    """Return where the release goes; raises BadDestination where one is that is not of this demo's baskets."""
    safe = folder / "safe.parquet"
    if os.path.lexists(safe) and not (folder / "baskets.csv").exists():
        raise BadDestination(f"{safe.name} is there already, and is not this demo's", "choose another folder")
    return safe


def _story(audits: tuple[Audit, Audit], published: api.Release, answer: Verification, data: str, tree: str) -> str:
    shown = part(DEFAULT, "demonstration")
    audit = f"{_AUDIT} {data} --k {_K} --m {_M} {shown.MUCH_TYPED} --show-values"
    by_persons = f"{_AUDIT} {data} --k {_K} --m {_M} {shown.LITTLE_TYPED} --person {_PERSON}"
    baskets, persons = audits
    anonymize = f"{_ANONYMIZE} {data} --out safe.parquet --k {_K} --m {_M} --taxonomy {tree}"
    in_words = function(DEFAULT, "words", "in_words")
    steps = [
        ("1. What do the baskets give away?", audit, in_words(baskets, show_values=True)),
        ("2. And whose are they? The same by customers", by_persons, in_words(persons)),
        ("3. Publish the baskets safely", anonymize, words.release(published)),
        ("4. Prove it, from the released file alone", "verify safe.parquet", words.verification(answer)),
    ]
    return "\n\n".join(f"== {title}\n$ setanon {command}\n\n{text}" for title, command, text in steps)


def _picture(audit: Audit, baskets: Path, departments: Path, safe: Path) -> str:
    """Draw some baskets that hold what few others hold, before and after."""
    released = {str(label) for (label,) in duckdb.read_parquet(str(safe)).unique("item").fetchall()}
    ways = ((item, *reversed(above)) for item, *above in _lines(departments))
    labels = {way[0]: next((label for label in way if label in released), "*") for way in ways}
    shown = part(DEFAULT, "demonstration")
    rare: list[set[str]] = shown.rare_sets(audit)
    some = list(islice((record for record in _records(baskets) if any(items <= set(record) for items in rare)), 3))
    risk = f"{100 * shown.records_at_risk(audit, _M) / audit.records:.0f} %"
    before = f"{risk} hold some set of up to {_M} items that fewer than {_K} baskets hold."
    after = f"Each set of up to {_M} items is in no basket, or in {_K} or more."
    return before_and_after(some, labels, (before, after))


def _records(baskets: Path) -> Iterator[list[str]]:
    for _, rows in groupby(_lines(baskets), itemgetter(0)):
        yield [item for _, item, _ in rows]


def _lines(path: Path) -> Iterator[list[str]]:
    """Yield the lines of a CSV file below its header."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from islice(csv.reader(file), 1, None)
