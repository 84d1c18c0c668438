"""The keys of a run: all that is decided by lot, and all fingerprints that its seed keys, come from them.

A key comes from the seed, from a digest of the source's rows and from what the release promises and how it was made,
and it is for one purpose. So a seed repeats a release exactly, on every engine. It tells nothing about a release of
other data or with other parameters, and nothing at all to somebody who guesses it and lacks the data.

The digest is a key, too: it is neither published nor printed.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.files.regular import open_regular
from setanon_sql.query.templates import Table, columns_of

#: Hexadecimal digits of a key: 128 bits, as many as an unpredictable seed has.
_DIGITS = 32
#: The bytes of a secret in a file: no fewer, and no more.
_LEAST_BYTES = 16
_LONGEST_SECRET = 4096


def key(seed: str, digest: str, parameters: Mapping[str, object], purpose: str) -> str:
    """Return the key of one purpose, such as ``record ids``, as hexadecimal digits.

    ``digest``: of the source's rows. ``parameters``: what the release promises and how it is made, by name.
    """
    text = json.dumps([digest, parameters, purpose], sort_keys=True, default=str)
    return hmac.new(_bytes(seed), _bytes(text), hashlib.sha256).hexdigest()[:_DIGITS]


def keyed_fingerprint(secret: str, text: str) -> str:
    """Return the fingerprint of a text, which only who has the ``secret`` (a key) can make."""
    return hmac.new(_bytes(secret), _bytes(text), hashlib.sha256).hexdigest()


def secret_of_file(path: str | Path) -> str:
    """Return the secret in a file; raises BadInput where it cannot be read, or can be guessed."""
    try:
        with open_regular(Path(path)) as file:
            content = file.read(_LONGEST_SECRET + 1)
    except OSError as error:
        raise BadInput(f"the key in {path} cannot be read: {error.strerror}", "name a file that you may read") from None
    if len(set(content)) < _LEAST_BYTES // 2 or not _LEAST_BYTES <= len(content) <= _LONGEST_SECRET:
        raise BadInput(
            f"the key in {path} can be guessed, or is none: it has {len(content):,} bytes",
            "make one of 16 random bytes or more, such as openssl rand -out FILE 32",
        )
    return hmac.new(content, b"record ids", hashlib.sha256).hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


@scoped
def digest_of_rows(engine: Engine, rows: Table, record_ids: Table, items: Table, counts: Sequence[int]) -> str:
    """Return a digest of which record holds which item; it depends neither on the order of rows nor on the engine.

    ``rows``: ``record_id, item``. ``record_ids``: ``record_id, source_id``. ``items``: ``item, label``.
    ``counts``: other numbers that it tells apart. Cost: two passes over the names of records and items, one over
    the rows.
    """
    records = _marks(engine, record_ids, "record", number="record_id", name="source_id")
    labels = _marks(engine, items, "item", number="item", name="label")
    sums = engine.row("sources/digest/sums_of_rows", transactions=rows, record_marks=records, item_marks=labels)
    names = [engine.row("sources/digest/sums_of_marks", marks=marks) for marks in (records, labels)]
    return _hash([*sums, *(number for sums_of_names in names for number in sums_of_names), *counts])


@scoped
def _marks(engine: Engine, names: Table, kind: str, **columns: str) -> Table:
    numbered_names = engine.view(columns_of(names, **columns))
    return engine.table("sources/digest/marks", names=numbered_names, kind=kind)


@scoped
def digest_of_names(engine: Engine, items: Table) -> str:
    """Return a digest of what items (``item, label``) are called."""
    marks = _marks(engine, items, "item", number="item", name="label")
    sums = engine.row("sources/digest/sums_of_marks", marks=marks)
    return _hash(sums)


@scoped
def digest_of_numbers(engine: Engine, *tables: tuple[Table, str, str, str, str]) -> str:
    """Return a digest of tables of numbers, each with the names of four of its columns (one may be named twice).

    It tells one result of a method from another. By itself it hides nothing: the numbers may be guessed.
    """
    sums: list[object] = []
    for table, *names in tables:
        numbers = engine.view(columns_of(table, **dict(zip("abcd", names, strict=True))))
        sums += engine.row("sources/digest/sums_of_numbers", numbers=numbers)
    return _hash(sums)


def _hash(numbers: Sequence[object]) -> str:
    text = ",".join(str(int(str(number or 0))) for number in numbers)
    return hashlib.sha256(text.encode()).hexdigest()
