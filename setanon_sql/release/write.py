"""Write a release: staged, recounted from what was written, and only then published."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.errors import NotReached
from setanon_sql.release.files import check_extension, form_of, write_data, write_ledger
from setanon_sql.release.ledgers import Write, check_ledger, staged_ledger, with_ledger
from setanon_sql.release.manifest import as_text, manifest
from setanon_sql.release.options import TableDestination, WriteOptions
from setanon_sql.release.places import check_release_free, is_orphan, manifest_of
from setanon_sql.release.published import Published
from setanon_sql.release.shape import duckdb_of, released_secrets
from setanon_sql.release.staging import check_folder, publish, staging, writing
from setanon_sql.release.tables import check_table_free, write_table
from setanon_sql.release.warehouse import WarehouseDestination, write_to_warehouse
from setanon_sql.verify.reader import fingerprint, is_basket, read_lines
from setanon_sql.verify.recount import Recount, recount

#: A file, a table of a DuckDB file, or a table (or folder) of a warehouse.
Destination = Path | TableDestination | WarehouseDestination


@dataclass(frozen=True)
class Written:
    """What was published: the manifest, and the files or the table that hold it."""

    manifest: dict[str, Any]
    names: tuple[str, ...]


def check_destination(destination: Destination, options: WriteOptions) -> None:
    """Raise BadDestination for what can be seen without any result: call it before hours are spent.

    A warehouse has to be asked, see :func:`setanon_sql.release.warehouse.check_place`.
    """
    if isinstance(destination, WarehouseDestination):
        return
    check_ledger(options, _not_the_ledger(destination))
    if isinstance(destination, TableDestination):
        check_table_free(destination, options)
    else:
        check_release_free(destination, overwrite=options.overwrite, inputs=options.inputs)
        check_extension(destination)
        check_folder(destination)


def _not_the_ledger(destination: Path | TableDestination) -> tuple[Path, ...]:
    if isinstance(destination, TableDestination):
        return (destination.database,)
    return (destination, manifest_of(destination))


def write_release(published: Published, destination: Destination, options: WriteOptions) -> Written:
    """Write ``published`` and its manifest, and the ledger where one is asked for.

    What was written is read back and recounted first: NotReached where it does not keep the guarantee, and nothing is
    published. BadDestination where it cannot or must not be written; nothing is left behind then, either.
    """
    check_destination(destination, options)
    if isinstance(destination, WarehouseDestination):
        fields = write_to_warehouse(published, destination, options, refuse_if_broken)
        return Written(fields, (destination.name,))
    if isinstance(destination, TableDestination):
        return _to_table(published, destination, options)
    return _to_file(published, destination, options)


def _to_file(published: Published, destination: Path, options: WriteOptions) -> Written:
    form = form_of(published, destination, options)
    with staging(destination) as folder, staged_ledger(options, _ledger_of(published, options)) as ledger:
        data = folder / f"release{destination.suffix.lower()}"
        write_data(published, form, options, data)
        found = _recount_staged(published, data, form)
        fields = manifest(
            published, found.counts, {destination.name: fingerprint(data).sha256}, form, released_secrets(published)
        )
        note = folder / "manifest.json"
        with writing(destination):
            note.write_text(as_text(fields), encoding="utf-8")
        moves = [*ledger, (note, manifest_of(destination)), (data, destination)]
        _publish_files(destination, moves, options)
    return Written(fields, tuple(str(target) for _, target in moves))


def _publish_files(destination: Path, moves: list[tuple[Path, Path]], options: WriteOptions) -> None:
    check_destination(destination, options)
    if is_orphan(destination):
        manifest_of(destination).unlink()
    publish(moves, overwrite=options.overwrite)


def _recount_staged(published: Published, data: Path, form: dict[str, str]) -> Recount:
    """Read back what was written and count it; raises NotReached where it does not hold."""
    engine = duckdb_of(published)
    lines = read_lines(engine, data, form.get("separator", ""), grouped=published.grouped)
    found = recount(engine, lines, published.model, published.secrets)
    engine.drop(lines)
    refuse_if_broken(found)
    if is_basket(data):
        return Recount(found.counts | {"records": published.source.records}, ())
    return found


def refuse_if_broken(found: Recount) -> None:
    """Raise NotReached where a recount found a fault."""
    if found.problems:
        raise NotReached(
            f"the result does not keep its guarantee ({found.problems[0]}); nothing was published",
            "this is a fault of the program: please report it",
        )


def _to_table(published: Published, destination: TableDestination, options: WriteOptions) -> Written:
    with with_ledger(options, _ledger_of(published, options)) as names:
        text = write_table(published, destination, options, refuse_if_broken)
    return Written(json.loads(text), (destination.name, *names))


def _ledger_of(published: Published, options: WriteOptions) -> Write:
    return lambda path: write_ledger(published, options.seed, path)
