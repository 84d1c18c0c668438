"""Put a ledger in its place: whole or not at all, for its owner's eyes only, and not without its release."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from setanon_sql.release.files import check_ledger_name
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.places import check_free
from setanon_sql.release.staging import check_folder, publish, staging

Write = Callable[[Path], None]


def check_ledger(options: WriteOptions, others: tuple[Path, ...]) -> None:
    """Raise BadDestination where a ledger that is asked for cannot be written; ``others`` are files it must not be."""
    if options.ledger is not None:
        check_ledger_name(options.ledger)
        check_free(options.ledger, overwrite=options.overwrite, inputs=(*options.inputs, *others))
        check_folder(options.ledger)


@contextmanager
def staged_ledger(options: WriteOptions, write: Write) -> Iterator[list[tuple[Path, Path]]]:
    """Yield the move that puts the ledger in its place, or none; only its owner may read it."""
    if options.ledger is None:
        yield []
        return
    with staging(options.ledger) as folder:
        path = folder / f"ledger{options.ledger.suffix.lower()}"
        write(path)
        path.chmod(0o600)
        yield [(path, options.ledger)]


@contextmanager
def with_ledger(options: WriteOptions, write: Write) -> Iterator[list[str]]:
    """Put the ledger, if any, in its place; it goes again where what is done meanwhile fails. Yields its name."""
    with staged_ledger(options, write) as ledger:
        if ledger:
            publish(ledger, overwrite=options.overwrite, last=False)
        try:
            yield [str(target) for _, target in ledger]
        except BaseException:
            for _, target in ledger:
                target.unlink(missing_ok=True)
            raise
