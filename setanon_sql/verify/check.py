"""Does a release keep the promise of its manifest?

What comes out, and the exit code that goes with it:

- ``satisfied`` (0): the data are those that the manifest names, and a recount finds the guarantee kept.
- not ``satisfied`` (1): the recount finds the guarantee broken, or the data are not the ones that the manifest speaks
  of (another sha256, other counts). Whoever received *these* data received no promise about them, whether they happen
  to be safe or not; the recount is done all the same and its result is told.
- neither ``satisfied`` nor broken (2): a part of the guarantee could not be checked (``complete`` is false); what was
  checked holds.
- BadInput (2): there is nothing to hold the data against (no manifest, a damaged or unknown one), or no data.

The guarantee that is told is that of model and parameters, not the sentence in the manifest, which has to be the same.
``not_checked`` lists what else the manifest says, or the guarantee needs, that no recount can see: see :mod:`.claims`.
A manifest is not signed: one that was edited to promise less is checked against what it now promises.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.models import RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.trace import Trace
from setanon_sql.verify.folder import FolderCheck, Place, check_folder
from setanon_sql.verify.folder_tables import check_tables, is_disassociated
from setanon_sql.verify.grouped import digest_of
from setanon_sql.verify.prefixed import Prefixed, is_prefixed
from setanon_sql.verify.promise import Promise, manifest_beside
from setanon_sql.verify.reader import fingerprint, is_basket, read_lines
from setanon_sql.verify.recount import Recount, recount
from setanon_sql.verify.rho import VerificationInputs
from setanon_sql.verify.standing import read_standing, refuse_put_aside
from setanon_sql.verify.tables import read_release_table
from setanon_sql.verify.warehouse import read_promise, read_relation


@dataclass(frozen=True)
class Verification:
    """The answer: ``satisfied``, what was promised, what was counted, and a sentence for each fault.

    ``guarantee`` is that of model and parameters. ``not_checked`` has a sentence for each claim that a recount cannot
    see; where that is a part of the guarantee itself, ``complete`` is false and ``satisfied``, too.
    """

    satisfied: bool
    model: str
    parameters: Mapping[str, float | int | str | None]
    method: str
    checks: dict[str, int | bool] = field(default_factory=dict)
    messages: tuple[str, ...] = ()
    guarantee: str = ""
    not_checked: tuple[str, ...] = ()
    complete: bool = True

    @property
    def holds(self) -> bool:
        """Another name of ``satisfied``."""
        return self.satisfied

    def to_json(self) -> dict[str, Any]:
        """Return the answer as one JSON object."""
        return asdict(self) | {"messages": list(self.messages), "not_checked": list(self.not_checked)}


def verify(
    release: str | Path,
    *,
    database: str | Path = "",
    memory_limit: str = "",
    threads: int = 0,
    trace: Trace | None = None,
    inputs: Callable[[DuckDBEngine | Warehouse], VerificationInputs] | None = None,
) -> Verification:
    """Check a release file (its manifest beside it), or with ``database`` a table of a DuckDB file.

    ``inputs`` reads, into the engine it is given, what only the owner knows: the original records and the wishes that
    a release with personal wishes is checked against. Raises BadInput where it cannot be checked: see this module's
    first lines.
    """
    with DuckDBEngine(memory_limit, threads, trace) as engine:
        known = inputs(engine) if inputs else None
        if database:
            return _verify_table(engine, str(release), Path(database), known)
        return _verify_file(engine, Path(release), known)


def read_release(engine: DuckDBEngine, release: str | Path, database: str | Path = "") -> tuple[Table, Promise]:
    """Return the rows of a release as a scratch table ``record_id, item`` (label text), unchecked, and its promise.

    Its manifest must be there, since it says how basket lines are split; raises BadInput as :func:`verify` does.
    """
    if database:
        lines, _, promise = read_release_table(engine, str(release), Path(database))
        return lines, promise
    path = Path(release)
    refuse_put_aside(path)
    promise = read_standing(path, lambda told: _digest(engine, path, told))
    return read_lines(engine, path, promise.separator, grouped=promise.grouped), promise


def verify_in(
    engine: Warehouse, release: str, inputs: Callable[[DuckDBEngine | Warehouse], VerificationInputs] | None = None
) -> Verification:
    """Check a release that is a table of a warehouse (or a folder that Spark wrote); raises BadInput as above."""
    if is_disassociated(engine, release):
        return _folder_answer(check_tables(engine, release, _labels(inputs(engine) if inputs else None)))
    promise = read_promise(engine, release)
    lines = read_relation(engine, release, grouped=promise.grouped)
    return _recounted(engine, lines, promise, inputs(engine) if inputs else None)


def _digest(engine: DuckDBEngine, path: Path, promise: Promise) -> str:
    """Return the fingerprint of a file, or of the rows of a folder that Spark wrote."""
    if not path.is_dir():
        return fingerprint(path).sha256
    try:
        lines = read_lines(engine, path, promise.separator, grouped=promise.grouped)
    except BadInput:
        return ""
    found = digest_of(engine, lines, grouped=promise.grouped)
    engine.drop(lines)
    return found


def _verify_file(engine: DuckDBEngine, path: Path, known: VerificationInputs | None) -> Verification:
    refuse_put_aside(path)
    if path.is_dir():
        if manifest_beside(path).is_file():
            return _verify_parts(engine, path, known)
        return _verify_folder(engine, path, known)
    printed = fingerprint(path)
    promise = read_standing(path, lambda _: printed.sha256)
    same = printed.sha256 == promise.sha256
    found = _recount_unless_damaged(lambda: _recount_file(engine, path, promise, known, printed.lines), same)
    return _judge(promise, same, found, known)


def _verify_folder(engine: DuckDBEngine, place: Place, known: VerificationInputs | None) -> Verification:
    return _folder_answer(check_folder(engine, place, _labels(known)))


def _labels(known: VerificationInputs | None) -> Table | None:
    """The labels that the owner of a disassociated release says are sensitive for everybody."""
    if known and known.wishes:
        raise BadInput("--sensitive names persons", "disassociation protects items for everybody: one column item")
    return known.sensitive if known else None


def _verify_parts(engine: DuckDBEngine, path: Path, known: VerificationInputs | None) -> Verification:
    """Check a folder of Parquet files, as Spark writes one: its manifest names the fingerprint of its rows."""
    promise = read_standing(path, lambda told: _digest(engine, path, told))
    lines = read_lines(engine, path, promise.separator, grouped=promise.grouped)
    return _recounted(engine, lines, promise, known)


def _recounted(engine: Engine, lines: Table, promise: Promise, known: VerificationInputs | None) -> Verification:
    """Hold the rows of a release that has no file of its own against its manifest."""
    found = recount(engine, lines, promise.model, _inputs(engine, promise, known))
    same = digest_of(engine, lines, grouped=promise.grouped) == promise.sha256
    return _judge(promise, same, found, known)


def _folder_answer(checked: FolderCheck) -> Verification:
    model = checked.promise.model
    return Verification(
        satisfied=not checked.messages and checked.complete,
        model=model.name,
        parameters={**model.parameters},
        method=checked.promise.method,
        checks={"sha256_matches": checked.same_files} | checked.found.by_check | checked.found.counts,
        messages=checked.messages,
        guarantee=model.guarantee,
        not_checked=checked.not_checked,
        complete=checked.complete,
    )


def _verify_table(engine: DuckDBEngine, name: str, database: Path, known: VerificationInputs | None) -> Verification:
    if is_prefixed(engine, database, name):
        return _verify_folder(engine, Prefixed(database, name), known)
    lines, digest, promise = read_release_table(engine, name, database)
    found = recount(engine, lines, promise.model, _inputs(engine, promise, known))
    return _judge(promise, digest == promise.sha256, found, known)


def _inputs(engine: Engine, promise: Promise, known: VerificationInputs | None) -> VerificationInputs | None:
    """What the owner gave; else, where the same labels are sensitive for everybody, the list in the manifest."""
    if known is not None or promise.sensitive is None:
        return known
    return VerificationInputs(engine.load("sensitive", {"label": str}, [promise.sensitive]))


def _recount_file(
    engine: DuckDBEngine, path: Path, promise: Promise, known: VerificationInputs | None, line_ends: int
) -> Recount:
    lines = read_lines(engine, path, promise.separator, grouped=promise.grouped)
    found = recount(engine, lines, promise.model, _inputs(engine, promise, known))
    return Recount(found.counts | {"records": line_ends}, found.problems) if is_basket(path) else found


def _recount_unless_damaged(count: Callable[[], Recount], same: bool) -> Recount:
    try:
        return count()
    except BadInput as error:
        if same:
            raise
        return Recount({}, (error.message,))


def _judge(promise: Promise, same: bool, found: Recount, known: VerificationInputs | None) -> Verification:
    model, claims = promise.model, promise.claims
    messages = [] if same else ["the data are not those that the manifest was made for (another sha256)"]
    messages += [
        f"the manifest promises {expected} {name}, the release holds {found.counts[name]}"
        for name, expected in (("records", promise.records), ("rows", promise.rows))
        if name in found.counts and found.counts[name] != expected
    ]
    messages += [*claims.contradicted(model), *found.problems]
    messages = messages or claims.miscounted(found.counts)
    return Verification(
        satisfied=not messages,
        model=model.name,
        parameters=model.parameters,
        method=promise.method,
        checks={"sha256_matches": same} | found.counts,
        messages=tuple(messages),
        guarantee=model.guarantee,
        not_checked=(*claims.not_checked(model, found.counts), *_of_owner(promise, known)),
    )


def _of_owner(promise: Promise, known: VerificationInputs | None) -> tuple[str, ...]:
    """What stays open of that which an owner gave to check a release with."""
    if known is None:
        return ()
    if not isinstance(promise.model, RhoUncertainty):
        return ("the sensitive items that were given: the model of this release has none",)
    beside = ("the sensitive labels in the manifest: the items that were given were checked instead",)
    given = ("whether the release was made from the source and the sensitive items that were given",)
    return given if promise.sensitive is None else beside + given
