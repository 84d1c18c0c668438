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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

from setanon_sql.display import Displayable, Listing, Summary
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.fields import ABSENT, ALWAYS, ComputedKey, Fields, Name
from setanon_sql.layout import Destination, destination_at
from setanon_sql.query.templates import Table
from setanon_sql.registry import function
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.results import MODEL, PROMISED, Parameters
from setanon_sql.verify.check_keys import Checks
from setanon_sql.verify.claims import LISTED, NO_PERSONS
from setanon_sql.verify.contents import Tables
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.inputs import NO_SETS, VerificationInputs
from setanon_sql.verify.label_queries import are_own
from setanon_sql.verify.label_table import (
    QUERIES,
    FoundLabels,
    LabelPromise,
    strange_label_values,
    unescaped,
    with_labels,
)
from setanon_sql.verify.meaning import LabelRows, places_of, with_meaning
from setanon_sql.verify.persons import counts_persons, refuse_new_ids
from setanon_sql.verify.pieces import FolderTables
from setanon_sql.verify.promise import AnyPromise, LongPromise, PiecesPromise
from setanon_sql.verify.protected import GIVEN, labels_of_sets, pairs_of
from setanon_sql.verify.reader_base import ReleaseReader
from setanon_sql.verify.readers import reader_at
from setanon_sql.verify.recount import recount
from setanon_sql.verify.replaced import told_of_other
from setanon_sql.verify.strangers import Stranger, sentences_and_names

#: Reads, into the engine it is given, what only the owner of a release knows.
ReadInputs = Callable[[DuckDBEngine | Warehouse], VerificationInputs]


@dataclass(frozen=True)
class Verification(Fields, Displayable):
    """The answer to whether a release keeps its promise. ``checks``: what was counted, by name."""

    satisfied: Annotated[bool, "are these the data of the manifest, and do they keep what it promises?"]
    model: Annotated[str, MODEL]
    parameters: Mapping[str, float | int | str | None]
    method: Annotated[str, ALWAYS, "as the manifest says"] = ""
    checks: dict[str, int | bool] = field(default_factory=dict)
    messages: Annotated[tuple[str, ...], ALWAYS, "a sentence for each fault"] = ()
    guarantee: Annotated[str, ALWAYS, "what the model protects against, and what it does not"] = ""
    not_checked: Annotated[
        tuple[str, ...], ALWAYS, "what the manifest says, or the guarantee needs, that no recount can see"
    ] = ()
    complete: Annotated[
        bool,
        "false where a part of the guarantee itself, or a field of another version's manifest, could not be checked; "
        "then `satisfied` is false, too, and the exit code 2",
    ] = True
    unchecked: Annotated[tuple[str, ...], "names of what stands in the release and is none of it, at most 100 †"] = (
        field(default=(), repr=False)
    )
    more_checked: Annotated[str, ABSENT, "`--absent`: what was checked, where the manifest promises less"] = ""
    promised = ComputedKey[Parameters](PROMISED, lambda answer: answer.parameters, Name("parameters"))
    counted = ComputedKey[Checks](
        "what was counted; absent where the release is too damaged for it",
        lambda answer: answer.checks,
        Name("checks"),
    )

    @property
    def holds(self) -> bool:
        """Another name of ``satisfied``."""
        return self.satisfied

    def summary(self) -> Summary:
        """Return a row for each check."""
        parameters = ", ".join(
            f"{name} = {'any' if value is None else value}" for name, value in self.parameters.items()
        )
        listing = Listing(("check", "found"), tuple(self.checks.items()))
        not_checked = [f"Not checked: {sentence}." for sentence in self.not_checked]
        return Summary(
            f"{self.model} with {parameters}", listing, self.satisfied, [*self.messages, self.guarantee, *not_checked]
        )


def verify_at(
    engine: DuckDBEngine | Warehouse, where: Path | Destination, inputs: ReadInputs | None = None
) -> Verification:
    """Check a release where it stands, in an engine that can read it; raises BadInput: see this module's first lines.

    ``inputs`` reads, into the engine it is given, what only the owner knows: the original records and the wishes that
    a release with personal wishes is checked against.
    """
    owner_inputs = inputs(engine) if inputs else None
    reader = reader_at(engine, destination_at(where))
    promise = reader.promise()
    result, is_same = _recount(reader, promise, owner_inputs)
    return judge(promise, is_same, result, owner_inputs)


def read(engine: DuckDBEngine | Warehouse, where: Path | Destination) -> tuple[Tables, AnyPromise]:
    """Return the tables of a release as scratch tables (labels are text), unchecked, and its promise.

    Its manifest must be there, since it says how basket lines are split; raises BadInput as :func:`verify_at` does.
    """
    reader = reader_at(engine, destination_at(where))
    promise = reader.promise()
    return reader.read(promise.shape, promise.separator), promise


def _recount(
    reader: ReleaseReader, promise: AnyPromise, owner_inputs: VerificationInputs | None
) -> tuple[Recount, bool]:
    """Count a release, and tell whether it has the fingerprints that were promised.

    One that is another anyway, or that holds what it should not, may be unreadable: then that is what is wrong with it.
    """
    strangers: list[Stranger] = []
    try:
        strangers += reader.strangers(promise)
        tables = reader.read(promise.shape, promise.separator)
        label_table = _label_table(reader, promise, tables)
        inputs = _with_places(owner_inputs, promise, label_table)
        inputs = _with_protected(reader, inputs, promise, label_table)
        result = reader.with_empty_records(_count(reader.engine, promise, tables, inputs))
        if promise.labels:
            result = with_labels(reader.engine, result, tables[""], promise.labels, label_table)
            result = _with_label_queries(reader, promise, promise.labels, result)
            strangers += strange_label_values(reader.engine, label_table, promise.labels.rows)
            if promise.meaning:
                rows = label_table.rows if label_table and label_table.labels is not None else None
                result = _with_meaning(reader, promise, tables[""], rows, result)
        strangers += [] if strangers else reader.strange_values(promise, tables, result)
    except BadInput as error:
        if not strangers and not reader.is_other(promise):
            raise
        return _with_strangers(strangers, Recount({}, (error.message,))), reader.is_same(promise)
    return _with_strangers(strangers, result), reader.fingerprints(promise.shape, tables) == promise.sha256


def _label_table(reader: ReleaseReader, promise: AnyPromise, tables: Tables) -> FoundLabels | None:
    """Return the label table that stands beside a release; None where there is none, or none is promised."""
    if promise.labels is None:
        return None
    label_table = reader.labels(promise.labels.levels, reader.engine.count(tables[""]))
    return unescaped(label_table) if label_table and promise.shape.escaped else label_table


def _with_places(
    owner_inputs: VerificationInputs | None, promise: AnyPromise, label_table: FoundLabels | None
) -> VerificationInputs | None:
    """Add where labels stand, if that tells what a record says: where an item may have another label in another one."""
    if label_table is None or label_table.labels is None or not promise.recodes_locally:
        return owner_inputs
    places = places_of(label_table.rows, escaped=promise.shape.escaped)
    return replace(owner_inputs or VerificationInputs(), places=places)


def _with_protected(
    reader: ReleaseReader, inputs: VerificationInputs | None, promise: AnyPromise, label_table: FoundLabels | None
) -> VerificationInputs | None:
    """Add which labels may stand for items of protected sets, where the release tells."""
    if inputs is None or inputs.protected is None:
        return inputs
    if not promise.model.protect:
        raise BadInput(*NO_SETS)
    if not promise.model.is_generalized(promise.method):
        return replace(inputs, protected_labels=labels_of_sets(inputs.protected, None))
    meaning = reader.meaning() if promise.meaning else None
    pairs = pairs_of(replace(meaning, escaped=promise.shape.escaped)) if meaning else None
    if pairs is None or label_table is None or label_table.labels is None:
        return inputs
    places = places_of(label_table.rows, escaped=promise.shape.escaped) or ()
    return replace(inputs, protected_labels=labels_of_sets(inputs.protected, pairs, places))


def _with_meaning(
    reader: ReleaseReader, promise: AnyPromise, lines: Table, label_rows: LabelRows, result: Recount
) -> Recount:
    """Add to a recount what is wrong with the meaning table."""
    assert promise.meaning is not None
    meaning = reader.meaning()
    beside = (meaning and replace(meaning, escaped=promise.shape.escaped), label_rows)
    return with_meaning(reader.engine, result, lines, promise.meaning, beside)


def _with_label_queries(reader: ReleaseReader, promise: AnyPromise, labels: LabelPromise, result: Recount) -> Recount:
    """Add to a recount that queries which the manifest gives to others are not those that it may give."""
    places = reader.query_places(promise)
    columns = promise.shape.as_written()
    if labels.queries is None or are_own(labels.queries, labels.levels, places, columns):
        return result
    return replace(result, problems=(*result.problems, QUERIES))


def _with_strangers(strangers: Sequence[Stranger], result: Recount) -> Recount:
    """Add to a recount what stands in the release and was not counted."""
    sentences, names = sentences_and_names(strangers)
    return replace(result, problems=(*sentences, *result.problems), unchecked=names)


def _count(engine: Engine, promise: AnyPromise, tables: Tables, owner_inputs: VerificationInputs | None) -> Recount:
    if owner_inputs is not None and owner_inputs.absent:
        promise.model.with_absent(owner_inputs.absent)
    if isinstance(promise, PiecesPromise):
        count_promised = function(promise.model.name, "recount", "count_promised")
        counted: Recount = count_promised(engine, promise, FolderTables(**tables), owner_inputs)
        return counted
    if owner_inputs is not None and owner_inputs.ledger is not None and owner_inputs.source_persons is None:
        raise BadInput("<ledger> is for a disassociated release, and this is none", "leave it out")
    if owner_inputs is not None and promise.claims.new_ids and counts_persons(promise.model):
        refuse_new_ids(owner_inputs)
    return recount(engine, tables[""], promise.model, _inputs(engine, promise, owner_inputs))


def _inputs(engine: Engine, promise: LongPromise, owner_inputs: VerificationInputs | None) -> VerificationInputs | None:
    """Return what the owner gave; else, where the same labels are sensitive for everybody, the list in the manifest."""
    if promise.known_labels is not None:
        known_labels = engine.load("known", {"label": str}, [promise.known_labels])
        return replace(owner_inputs or VerificationInputs(), known_labels=known_labels)
    if promise.sensitive is None or (owner_inputs is not None and owner_inputs.sensitive is not None):
        return owner_inputs
    listed = engine.load("sensitive", {"label": str}, [promise.sensitive])
    return replace(owner_inputs or VerificationInputs(), sensitive=listed)


def judge(
    promise: AnyPromise, is_same: bool, result: Recount, owner_inputs: VerificationInputs | None = None
) -> Verification:
    """Hold a recount of a release against its promise; ``is_same``: it has the fingerprints that were promised."""
    model = promise.model
    claims = promise.claims
    messages = [] if is_same else ["the data are not those that the manifest was made for (another sha256)"]
    messages += [
        f"the manifest promises {expected} {name}, the release holds {result.counts[name]}"
        for name, expected in (("records", promise.records), ("rows", promise.rows))
        if name in result.counts and result.counts[name] != expected
    ]
    messages += [*claims.contradictions(model), *result.problems]
    messages = messages or claims.wrong_counts(result.counts)
    not_checked = [
        *result.unknown,
        *claims.not_checked(model, result.counts),
        *result.not_checked,
        *_not_checked_of_owner(promise, owner_inputs),
        *told_of_other(promise),
    ]
    complete = result.complete and not claims.is_foreign
    return Verification(
        satisfied=not messages and complete,
        model=model.name,
        parameters={**model.parameters},
        method=promise.method,
        checks=_first_checks(promise, is_same=is_same)
        | (result.pieces.by_check if result.pieces else {})
        | result.counts,
        messages=tuple(messages),
        guarantee=model.guarantee,
        more_checked=_more_checked(promise.model, owner_inputs),
        not_checked=tuple(not_checked),
        complete=complete,
        unchecked=result.unchecked,
    )


def _more_checked(model: ModelParameters, owner_inputs: VerificationInputs | None) -> str:
    """Return what was checked besides the promise; nothing where that promises as much."""
    absent = owner_inputs.absent if owner_inputs else 0
    stronger = model.with_absent(absent) if absent else model
    return "" if stronger == model else stronger.in_short


def _first_checks(promise: AnyPromise, *, is_same: bool) -> dict[str, int | bool]:
    """Return what is told first: whether the data are the same, and how many sensitive labels the promise names."""
    labels = promise.named_labels
    return {"sha256_matches": is_same} | ({} if labels is None else {"sensitive_labels": len(labels)})


def _not_checked_of_owner(promise: AnyPromise, owner_inputs: VerificationInputs | None) -> tuple[str, ...]:
    """Return what stays open of that which an owner gave to check a release with, or of the list where nothing was
    given.
    """
    if owner_inputs is None:
        return () if promise.named_labels is None else (LISTED,)
    has_use = counts_persons(promise.model) or not owner_inputs.knows_persons
    of_sets = () if owner_inputs.protected is None else (GIVEN,)
    return (*of_sets, *(() if has_use else (NO_PERSONS,)), *_not_checked_of_sensitive(promise, owner_inputs))


def _not_checked_of_sensitive(promise: AnyPromise, owner_inputs: VerificationInputs) -> tuple[str, ...]:
    """Return what stays open of sensitive items that an owner gave, or of the list where none were given."""
    if owner_inputs.sensitive is None:
        return () if promise.named_labels is None else (LISTED,)
    if isinstance(promise, PiecesPromise):
        return ()
    if not promise.model.takes_sensitive:
        return ("the sensitive items that were given: the model of this release has none",)
    list_unchecked = ("the sensitive labels in the manifest: the items that were given were checked instead",)
    source_unknown = ("whether the release was made from the source and the sensitive items that were given",)
    return source_unknown if promise.sensitive is None else list_unchecked + source_unknown
