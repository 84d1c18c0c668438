"""Does a release keep the promise of its manifest?

What comes out, and the exit code that goes with it:

- ``satisfied`` (0): the data are those that the manifest names, and a recount finds the guarantee kept.
- not ``satisfied`` (1): the recount finds the guarantee broken, or something stands in the release that no check looks
  at (:mod:`.strangers`), or the data are not the ones that the manifest speaks of (another sha256, other counts).
  Whoever received *these* data received no promise about them, whether they happen to be safe or not; the recount is
  done all the same and its result is told.
- neither ``satisfied`` nor broken (2): a part of the guarantee could not be checked (``complete`` is false); what was
  checked holds.
- BadInput (2): there is nothing to hold the data against (no manifest, a damaged or unknown one), or no data.

The guarantee that is told is that of model and parameters, not the sentence in the manifest, which has to be the same.
``not_checked`` lists what else the manifest says, or the guarantee needs, that no recount can see: see :mod:`.claims`.
A manifest is not signed: one that was edited to promise less is checked against what it now promises.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.layout import Destination, FileDestination, TableDestination, destination_at
from setanon_sql.models import RhoUncertainty
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.shown import Figures, Listing, Shown
from setanon_sql.trace import Trace
from setanon_sql.verify.audit import listed_labels
from setanon_sql.verify.claims import LISTED
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.diversity import Holders, holders_by_ledger
from setanon_sql.verify.place import Place
from setanon_sql.verify.places import place_at
from setanon_sql.verify.promise import AnyPromise, LongPromise, PiecesPromise
from setanon_sql.verify.reader import Tables
from setanon_sql.verify.recount import recount, recount_pieces
from setanon_sql.verify.rho import VerificationInputs
from setanon_sql.verify.strangers import Stranger, told_apart

#: Reads, into the engine it is given, what only the owner of a release knows.
ReadInputs = Callable[[DuckDBEngine | Warehouse], VerificationInputs]


@dataclass(frozen=True)
class Verification(Shown):
    """The answer to whether a release keeps its promise.

    ``satisfied``: these are the data of the manifest, and they keep what it promises.
    ``model``: the name of what is promised.
    ``parameters``: what the manifest promises, by name.
    ``method``: as the manifest says.
    ``checks``: what was counted, by name (docs/json.md lists them); a count is absent where the release is too damaged.
    ``messages``: a sentence for each fault.
    ``guarantee``: what the model with these parameters protects against, and what it does not.
    ``not_checked``: a sentence for each claim that a recount cannot see.
    ``complete``: false where that is a part of the guarantee itself, or another version's field of the manifest; then
    ``satisfied`` is false, too.
    ``unchecked``: the names of what stands in the release and is none of it; they may be values of the data.
    """

    satisfied: bool
    model: str
    parameters: Mapping[str, float | int | str | None]
    method: str = ""
    checks: dict[str, int | bool] = field(default_factory=dict)
    messages: tuple[str, ...] = ()
    guarantee: str = ""
    not_checked: tuple[str, ...] = ()
    complete: bool = True
    unchecked: tuple[str, ...] = field(default=(), repr=False)

    @property
    def holds(self) -> bool:
        """Another name of ``satisfied``."""
        return self.satisfied

    def figures(self) -> Figures:
        """Return a row for each check."""
        told = ", ".join(f"{name} = {'any' if value is None else value}" for name, value in self.parameters.items())
        listing = Listing(("check", "found"), tuple(self.checks.items()))
        left = [f"Not checked: {one}." for one in self.not_checked]
        return Figures(f"{self.model} with {told}", listing, self.satisfied, [*self.messages, self.guarantee, *left])

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the answer as one JSON object; ``unchecked`` only with ``show_values``."""
        told = asdict(self) | {"messages": list(self.messages), "not_checked": list(self.not_checked)}
        names = told.pop("unchecked")
        return told | ({"unchecked": list(names)} if show_values and names else {})


def verify(
    release: str | Path,
    *,
    database: str | Path = "",
    memory_limit: str = "",
    threads: int = 0,
    trace: Trace | None = None,
    inputs: ReadInputs | None = None,
) -> Verification:
    """Check a release file (its manifest beside it), or with ``database`` a table of a DuckDB file.

    ``inputs`` reads, into the engine it is given, what only the owner knows: the original records and the wishes that
    a release with personal wishes is checked against. Raises BadInput where it cannot be checked: see this module's
    first lines.
    """
    where = TableDestination(Path(database), str(release)) if database else FileDestination(Path(release))
    with DuckDBEngine(memory_limit, threads, trace) as engine:
        return verify_at(engine, where, inputs)


def verify_at(
    engine: DuckDBEngine | Warehouse, where: Path | Destination, inputs: ReadInputs | None = None
) -> Verification:
    """Check a release where it stands, in an engine that can read it; raises BadInput as :func:`verify` does."""
    known = inputs(engine) if inputs else None
    place = place_at(engine, destination_at(where))
    promise = place.promise()
    found, same = _recounted(place, promise, known)
    return judged(promise, same, found, known)


def read(engine: DuckDBEngine | Warehouse, where: Path | Destination) -> tuple[Tables, AnyPromise]:
    """Return the tables of a release as scratch tables (labels are text), unchecked, and its promise.

    Its manifest must be there, since it says how basket lines are split; raises BadInput as :func:`verify` does.
    """
    place = place_at(engine, destination_at(where))
    promise = place.promise()
    return place.read(promise.shape, promise.separator), promise


def _recounted(place: Place[Engine], promise: AnyPromise, known: VerificationInputs | None) -> tuple[Recount, bool]:
    """Count a release, and tell whether it has the fingerprints that were promised.

    One that is another anyway, or that holds what it should not, may be unreadable: then that is what is wrong with it.
    """
    strangers: list[Stranger] = []
    try:
        strangers += place.strangers(promise)
        tables = place.read(promise.shape, promise.separator)
        found = place.completed(_counted(place.engine, promise, tables, known))
        strangers += [] if strangers else place.strange_values(promise, tables, found)
    except BadInput as error:
        if not strangers and not place.is_other(promise):
            raise
        return _with(strangers, Recount({}, (error.message,))), place.is_same(promise)
    return _with(strangers, found), place.fingerprints(promise.shape, tables) == promise.sha256


def _with(strangers: Sequence[Stranger], found: Recount) -> Recount:
    """Add to a recount what stands in the release and was not counted."""
    sentences, names = told_apart(strangers)
    return replace(found, problems=(*sentences, *found.problems), unchecked=names)


def _counted(engine: Engine, promise: AnyPromise, tables: Tables, known: VerificationInputs | None) -> Recount:
    if isinstance(promise, PiecesPromise):
        return _counted_pieces(engine, promise, FolderTables(**tables), known)
    if known is not None and known.ledger is not None:
        raise BadInput("--ledger is for a disassociated release, and this is none", "leave it out")
    return recount(engine, tables[""], promise.model, _inputs(engine, promise, known))


def _counted_pieces(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, known: VerificationInputs | None
) -> Recount:
    sensitive = _term_labels(engine, promise, known)
    holders = _holders(engine, tables.clusters, sensitive, known) if sensitive and known else None
    return recount_pieces(engine, tables, promise.model, sensitive, holders)


def _holders(engine: Engine, clusters: Table, sensitive: Table, known: VerificationInputs) -> Holders | None:
    """Return who holds sensitive items, where the owner gave the source and the ledger."""
    if known.original is None or known.ledger is None:
        return None
    return holders_by_ledger(engine, clusters, sensitive, source=known.original, ledger=known.ledger)


def _term_labels(engine: Engine, promise: PiecesPromise, known: VerificationInputs | None) -> Table | None:
    """The labels that have to be in term chunks only: those of the manifest, and those that its owner gave."""
    if known and known.wishes:
        raise BadInput("--sensitive names persons", "disassociation protects items for everybody: one column item")
    listed, given = listed_labels(engine, promise), known.sensitive if known else None
    if listed and given:
        engine.append(listed, all_rows(given))
    return listed or given


def _inputs(engine: Engine, promise: LongPromise, known: VerificationInputs | None) -> VerificationInputs | None:
    """Return what the owner gave; else, where the same labels are sensitive for everybody, the list in the manifest."""
    if known is not None or promise.sensitive is None:
        return known
    return VerificationInputs(engine.load("sensitive", {"label": str}, [promise.sensitive]))


def judged(promise: AnyPromise, same: bool, found: Recount, known: VerificationInputs | None = None) -> Verification:
    """Hold a recount of a release against its promise; ``same``: it has the fingerprints that were promised."""
    model, claims = promise.model, promise.claims
    messages = [] if same else ["the data are not those that the manifest was made for (another sha256)"]
    messages += [
        f"the manifest promises {expected} {name}, the release holds {found.counts[name]}"
        for name, expected in (("records", promise.records), ("rows", promise.rows))
        if name in found.counts and found.counts[name] != expected
    ]
    messages += [*claims.contradicted(model), *found.problems]
    messages = messages or claims.miscounted(found.counts)
    told = [*found.unknown, *claims.not_checked(model, found.counts), *found.not_checked, *_of_owner(promise, known)]
    complete = found.complete and not claims.foreign
    return Verification(
        satisfied=not messages and complete,
        model=model.name,
        parameters={**model.parameters},
        method=promise.method,
        checks=_known_before(promise, same=same) | (found.pieces.by_check if found.pieces else {}) | found.counts,
        messages=tuple(messages),
        guarantee=model.guarantee,
        not_checked=tuple(told),
        complete=complete,
        unchecked=found.unchecked,
    )


def _known_before(promise: AnyPromise, *, same: bool) -> dict[str, int | bool]:
    """Return what is told first: whether the data are the same, and how many sensitive labels the promise names."""
    named = promise.named
    return {"sha256_matches": same} | ({} if named is None else {"sensitive_labels": len(named)})


def _of_owner(promise: AnyPromise, known: VerificationInputs | None) -> tuple[str, ...]:
    """Return what stays open of that which an owner gave to check a release with, or of the list where nothing was
    given.
    """
    if known is None:
        return () if promise.named is None else (LISTED,)
    if isinstance(promise, PiecesPromise):
        return ()
    if not isinstance(promise.model, RhoUncertainty):
        return ("the sensitive items that were given: the model of this release has none",)
    beside = ("the sensitive labels in the manifest: the items that were given were checked instead",)
    given = ("whether the release was made from the source and the sensitive items that were given",)
    return given if promise.sensitive is None else beside + given
