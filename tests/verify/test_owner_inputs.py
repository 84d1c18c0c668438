"""What only an owner can tell, each of it there or not: what is counted with it, refused, or left open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.models.disassociation import recount as recounting
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount import unknown_of_pieces
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.recount import ODDS
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.release import publish
from setanon_sql.verify import Recount, VerificationInputs, check, recount
from setanon_sql.verify.claims import (
    LISTED,
    NO_PERSONS,
    OTHER_LEDGER,
    PERSON_SHARES,
    PERSONS,
    PERSONS_OF_PIECES,
    Claims,
)
from setanon_sql.verify.cover import CoverCounts
from setanon_sql.verify.persons import persons_of_release, refuse_new_ids, unknown_persons
from setanon_sql.verify.pieces import FolderCounts, FolderTables, Holders, PieceOwners
from setanon_sql.verify.promise import LongPromise, PiecesPromise
from tests.releases import SAFE, options, published
from tests.verify.tables import table

HALF = Fraction(1, 2)
SOME = Table("some")
LINES = "record_id item:text | 1 a | 2 a | 3 a"


def test_new_ids_need_a_ledger_or_a_link() -> None:
    for source, ledger, link in product([None, SOME], repeat=3):
        inputs = VerificationInputs(source_persons=source, ledger=ledger, persons=link)
        if source and not ledger and not link:
            with pytest.raises(BadInput, match="new record ids"):
                refuse_new_ids(inputs)
        else:
            refuse_new_ids(inputs)


def test_what_stays_open_of_persons_is_told_by_the_model() -> None:
    known = VerificationInputs(persons=SOME)
    for model, told in [
        (KmAnonymity(3, 2), ()),
        (KmAnonymity(3, 2, person=True), (PERSONS,)),
        (RhoUncertainty(HALF), ()),
        (RhoUncertainty(HALF, person=True), (PERSON_SHARES,)),
    ]:
        assert unknown_persons(model, None) == unknown_persons(model, VerificationInputs()) == told
        assert unknown_persons(model, known) == ()


def test_persons_that_are_known_count_where_the_model_says_so(engine: DuckDBEngine) -> None:
    of_all = VerificationInputs(persons=table(engine, "record_id:text person | 1 1 | 2 1 | 3 1"))
    lines = table(engine, LINES)
    by_records = recount(engine, lines, KmAnonymity(3, 1), of_all)
    assert by_records.problems == () and "persons" not in by_records.counts
    assert recount(engine, lines, KmAnonymity(3, 1, person=True), of_all).problems


def test_personal_wishes_need_what_is_sensitive(engine: DuckDBEngine) -> None:
    for inputs in (None, VerificationInputs()):
        with pytest.raises(BadInput, match="personal wishes"):
            recount(engine, table(engine, LINES), RhoUncertainty(HALF), inputs)


def test_random_adversaries_are_those_of_the_original(engine: DuckDBEngine) -> None:
    """Of the released records alone nothing is said: all adversaries succeed, and that is left open."""
    model = RhoUncertainty(HALF, 1, Fraction(1, 10), Fraction(1, 100))
    rows = "record_id item:text" + "".join(f" | {at} a | {at} s" for at in range(60))
    lines, labels = table(engine, rows), table(engine, "label | s")
    alone = recount(engine, lines, model, VerificationInputs(labels))
    assert (alone.problems, alone.unknown) == ((), (ODDS,))
    by_owner = recount(engine, lines, model, VerificationInputs(labels, original=lines))
    assert by_owner.problems and by_owner.unknown == ()
    assert recount(engine, lines, RhoUncertainty(HALF), VerificationInputs(labels)).unknown == ()


def by_persons(engine: DuckDBEngine, records: Sequence[str], persons: Sequence[int], rho: Fraction, m: int) -> Recount:
    lines = " | ".join(f"{at} {item}" for at, record in enumerate(records) for item in record)
    link = " | ".join(f"{at} {person}" for at, person in enumerate(persons))
    inputs = VerificationInputs(table(engine, "label | s"), persons=table(engine, f"record_id:text person | {link}"))
    return recount(engine, table(engine, f"record_id item:text | {lines}"), RhoUncertainty(rho, m, person=True), inputs)


def test_all_persons_with_the_largest_sets_are_counted(engine: DuckDBEngine) -> None:
    """Two of the four with a and b have s, too."""
    records = ["abs", "abs", "ab", "ab", "a", "b"]
    assert by_persons(engine, records, range(6), HALF, 2).problems == ()
    assert by_persons(engine, records, range(6), Fraction(49, 100), 2).problems
    assert by_persons(engine, records, [1, 2, 3, 3, 4, 5], HALF, 2).problems


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("person", [True, False])
def test_a_wish_is_of_all_records_of_the_person(engine: DuckDBEngine, known: bool, person: bool) -> None:
    """Person 1 wants s hidden in record 1, and holds it in record 2 alone."""
    original = table(engine, "record_id item:text | 1 a | 2 b | 2 s | 3 a")
    owners = table(engine, "record_id person | 1 1 | 2 1 | 3 2")
    inputs = VerificationInputs(
        table(engine, "label | s"), table(engine, "record_id item:text | 1 s"), original,
        persons=table(engine, "record_id:text person | 1 1 | 2 1 | 3 2"), original_persons=owners if known else None,
    )  # fmt: skip
    found = recount(engine, original, RhoUncertainty(HALF, 1, person=person), inputs)
    assert bool(found.problems) == (known and person)


# -- pieces

PIECES = Disassociation(3, 2, 30, person=True)


def test_what_stays_open_of_pieces_is_told() -> None:
    def told(misfits: int | None, model: Disassociation = PIECES) -> tuple[str, ...]:
        return unknown_of_pieces(FolderCounts({}, CoverCounts(0, 0, 0, 0, 0), misfits=misfits), model, is_listed=True)

    assert [told(misfits) for misfits in (None, 0, 1, 2)] == [
        (PERSONS_OF_PIECES,),
        (),
        (OTHER_LEDGER,),
        (OTHER_LEDGER,),
    ]
    assert told(None, Disassociation(3, 2, 30)) == told(1, Disassociation(3, 2, 30)) == ()


def folder(engine: DuckDBEngine) -> FolderTables:
    """Three records with a, of a cluster; s is in its term chunk."""
    return FolderTables(
        table(engine, "cluster_id parent_id kind:text size | 1 - simple 4"),
        table(engine, "cluster_id chunk_id subrecord_id item:text | 1 1 1 a | 1 1 2 a | 1 1 3 a"),
        table(engine, "cluster_id item:text | 1 s | 1 x"),
    )


def owners_of(engine: DuckDBEngine, faults: int = 0) -> PieceOwners:
    owners = table(engine, "subrecord_id person | 1 1 | 2 2 | 3 2")
    return PieceOwners(owners, table(engine, "cluster_id person | 1 1 | 1 2 | 1 2 | 1 3"), faults)


def test_persons_are_counted_where_the_model_says_so_and_the_ledger_fits(engine: DuckDBEngine) -> None:
    by_person = count_folder(engine, folder(engine), PIECES, owners=owners_of(engine))
    checks = {"cluster_persons": 0, "chunk_persons": 1, "joint_persons": 0}
    assert checks.items() <= by_person.by_check.items() and by_person.misfits == 0
    assert {"persons": 3, "smallest_cluster_persons": 3}.items() <= by_person.counts.items()
    misfit = count_folder(engine, folder(engine), PIECES, owners=owners_of(engine, 1))
    assert not checks.keys() & misfit.by_check.keys() and misfit.misfits == 1 and "persons" not in misfit.counts
    by_record = count_folder(engine, folder(engine), Disassociation(3, 2, 30), owners=owners_of(engine))
    assert not checks.keys() & by_record.by_check.keys() and by_record.misfits is None


@pytest.mark.parametrize(
    ("persons", "faults", "counted"), [(True, 0, True), (False, 0, False), (True, 1, False), (None, 0, False)]
)
def test_persons_who_hold_a_sensitive_item_are_counted_where_they_are_known(
    engine: DuckDBEngine, persons: bool | None, faults: int, counted: bool
) -> None:
    """Two of the three persons have s, and two in four records do."""
    model = Disassociation(3, 2, 30, person=True, sensitive=True, diversity=2)
    rows = table(engine, "record_id cluster_id item:text | 1 1 s | 2 1 s")
    whose = table(engine, "record_id person | 1 1 | 2 2")
    holders = None if persons is None else Holders(rows, faults, whose if persons else None)
    sensitive = table(engine, "label | s")
    found = count_folder(engine, folder(engine), model, sensitive, holders, owners=owners_of(engine)).by_check
    assert ("diversity_persons" in found) == counted and found.get("diversity_persons", 1) >= 1
    without = count_folder(engine, folder(engine), PIECES, None, holders, owners=owners_of(engine)).by_check
    assert "diversity_persons" not in without


# -- what a check reads of it

SENSITIVE_PIECES = Disassociation(3, 2, 30, person=True, sensitive=True)


def promised(model: Disassociation = PIECES, sensitive: Sequence[str] | None = None) -> PiecesPromise:
    return PiecesPromise(model, "method", 4, 5, {"": "sum"}, Claims(model.guarantee), sensitive=sensitive)


def of_owner(engine: DuckDBEngine, **given: bool) -> VerificationInputs:
    """Return what an owner gave of the folder above: a source with s in two records, and the ledger."""
    texts: Mapping[str, str] = {
        "source_persons": "record_id:text person | r1 1 | r2 2 | r3 3 | r4 4",
        "ledger": "record_id:text item:text action:text label:text cause:text"
        + "".join(f" | r{at} '' released 1 ''" for at in range(1, 5))
        + "".join(f" | r{at} a record_chunk '' cluster_1,_chunk_1,_subrecord_{at}" for at in range(1, 4))
        + " | r1 s term_chunk '' cluster_1 | r2 s term_chunk '' cluster_1",
        "original": "record_id:text item:text | r1 s | r2 s",
        "sensitive": "label | s",
        "wishes": "record_id:text item:text | r1 s",
        "persons": "record_id:text person | 1 1",
    }
    return VerificationInputs(**{name: table(engine, texts[name]) for name, is_there in given.items() if is_there})


@pytest.mark.parametrize("source", [True, False])
@pytest.mark.parametrize("ledger", [True, False])
@pytest.mark.parametrize("model", [PIECES, Disassociation(3, 2, 30)])
def test_owners_of_pieces_follow_from_source_and_ledger(
    engine: DuckDBEngine, source: bool, ledger: bool, model: Disassociation
) -> None:
    inputs = of_owner(engine, source_persons=source, ledger=ledger)
    owners = recounting._owners(engine, promised(model), folder(engine), inputs)
    assert (owners is not None) == (source and ledger and model.person)
    if owners:
        assert sorted(engine.rows(all_rows(owners.subrecords))) == [(1, 1), (2, 2), (3, 3)]


def test_a_link_tells_nothing_of_pieces(engine: DuckDBEngine) -> None:
    with pytest.raises(BadInput, match="disassociated release has none"):
        recounting._owners(engine, promised(), folder(engine), of_owner(engine, persons=True))


@pytest.mark.parametrize("original", [True, False])
@pytest.mark.parametrize("ledger", [True, False])
@pytest.mark.parametrize("source", [True, False])
def test_holders_follow_from_original_and_ledger(
    engine: DuckDBEngine, original: bool, ledger: bool, source: bool
) -> None:
    inputs = of_owner(engine, original=original, ledger=ledger, source_persons=source)
    holders = recounting._holders(engine, folder(engine).clusters, table(engine, "label | s"), inputs)
    assert (holders is not None) == (original and ledger)
    assert holders is None or (holders.persons is not None) == source


@pytest.mark.parametrize(
    ("listed", "given", "labels"), [(None, False, None), (["t"], False, "t"), (None, True, "s"), (["t"], True, "st")]
)
def test_labels_of_term_chunks_are_those_listed_and_those_given(
    engine: DuckDBEngine, listed: list[str] | None, given: bool, labels: str | None
) -> None:
    promise = promised(SENSITIVE_PIECES, listed)
    for inputs in [of_owner(engine, sensitive=given), *([] if given else [None])]:
        found = recounting._term_labels(engine, promise, inputs)
        assert (found is None) == (labels is None)
        assert found is None or {label for (label,) in engine.rows(all_rows(found))} == set(labels or "")


def test_personal_wishes_are_none_of_pieces(engine: DuckDBEngine) -> None:
    with pytest.raises(BadInput, match="names persons"):
        recounting._term_labels(engine, promised(), of_owner(engine, wishes=True))


def counted(engine: DuckDBEngine, promise: Any, **given: bool) -> Recount:
    tables = vars(folder(engine))
    return check._count(engine, promise, tables, of_owner(engine, **given) if given else None)


def test_pieces_are_counted_with_all_that_the_owner_gave(engine: DuckDBEngine) -> None:
    model = Disassociation(3, 2, 30, person=True, sensitive=True, diversity=2)
    alone = counted(engine, promised(model))
    assert alone.pieces and "diversity" not in alone.pieces.by_check and "sensitive" not in alone.pieces.by_check
    labels = counted(engine, promised(model), sensitive=True)
    assert (
        labels.pieces and labels.pieces.by_check["sensitive"] == 0 and "cluster_persons" not in labels.pieces.by_check
    )
    whole = counted(engine, promised(model), sensitive=True, original=True, ledger=True, source_persons=True)
    assert whole.pieces and {"sensitive", "cluster_persons", "diversity_persons"} <= whole.pieces.by_check.keys()


def test_pieces_without_labels_or_owner_are_counted_all_the_same(engine: DuckDBEngine) -> None:
    without_labels = counted(engine, promised(), original=True, ledger=True, source_persons=True)
    assert without_labels.pieces and without_labels.pieces.by_check["chunk_persons"] == 0
    without_owner = counted(engine, promised(SENSITIVE_PIECES, ["s"]))
    assert without_owner.pieces and without_owner.pieces.by_check["sensitive"] == 0


# -- long releases

KM = KmAnonymity(2, 1)
KM_PERSONS = KmAnonymity(2, 1, person=True)


def long_promise(model: Any, sensitive: Sequence[str] | None = None, *, new_ids: bool = False) -> LongPromise:
    claims = replace(Claims(model.guarantee), random_ids=new_ids)
    return LongPromise(model, "method", 3, 3, {"": "sum"}, claims, sensitive=sensitive)


def of_long(engine: DuckDBEngine, promise: LongPromise, *names: str) -> Recount:
    texts = {
        "source_persons": "record_id:text person | 1 1 | 2 2 | 3 3",
        "ledger": "record_id:text action:text label:text | 1 released 1 | 2 released 2 | 3 released 3",
        "persons": "record_id:text person | 1 1 | 2 1 | 3 1",
        "sensitive": "label | s",
    }
    inputs = VerificationInputs(**{name: table(engine, texts[name]) for name in names}) if names else None
    return check._count(engine, promise, {"": table(engine, LINES)}, inputs)


@pytest.mark.parametrize("model", [KM, KM_PERSONS])
@pytest.mark.parametrize("new_ids", [True, False])
def test_a_long_release_is_counted_with_what_tells_its_persons(engine: DuckDBEngine, model: Any, new_ids: bool) -> None:
    promise = long_promise(model, new_ids=new_ids)
    assert of_long(engine, promise).complete is not model.person
    assert of_long(engine, promise, "source_persons", "ledger").complete
    assert bool(of_long(engine, promise, "persons").problems) is model.person
    with pytest.raises(BadInput, match="is for a disassociated release"):
        of_long(engine, promise, "ledger")
    if new_ids and model.person:
        with pytest.raises(BadInput, match="new record ids"):
            of_long(engine, promise, "source_persons")
    else:
        assert of_long(engine, promise, "source_persons").complete


@pytest.mark.parametrize(
    ("listed", "names", "labels"),
    [
        (None, (), None), (["t"], (), {"t"}), (["t"], ("sensitive",), {"s"}), (None, ("sensitive",), {"s"}),
        (["t"], ("persons",), {"t"}), (None, ("persons",), None),
    ],
)  # fmt: skip
def test_labels_that_the_owner_gave_stand_in_for_those_listed(
    engine: DuckDBEngine, listed: list[str] | None, names: Sequence[str], labels: set[str] | None
) -> None:
    inputs = of_owner(engine, **dict.fromkeys(names, True)) if names else None
    found = check._inputs(engine, long_promise(RhoUncertainty(HALF), listed), inputs)
    given = found.sensitive if found else None
    assert (None if given is None else {label for (label,) in engine.rows(all_rows(given))}) == labels
    assert ("persons" in names) == bool(found and found.persons)


# -- what stays open

GIVEN = "whether the release was made from the source and the sensitive items that were given"
RHO = RhoUncertainty(HALF)


@pytest.mark.parametrize(
    ("promise", "inputs", "told"),
    [
        (long_promise(KM), None, ()),
        (long_promise(RHO, ["s"]), None, (LISTED,)),
        (long_promise(RHO, ["s"]), VerificationInputs(), (LISTED,)),
        (long_promise(RHO), VerificationInputs(), ()),
        (long_promise(KM), VerificationInputs(persons=SOME), (NO_PERSONS,)),
        (long_promise(KM_PERSONS), VerificationInputs(persons=SOME), ()),
        (long_promise(KM_PERSONS), VerificationInputs(source_persons=SOME), ()),
        (promised(PIECES), VerificationInputs(sensitive=SOME), ()),
        (promised(SENSITIVE_PIECES, ["s"]), VerificationInputs(), (LISTED,)),
        (long_promise(RHO), VerificationInputs(sensitive=SOME), (GIVEN,)),
    ],
)
def test_what_the_owner_did_not_give_stays_open(
    promise: Any, inputs: VerificationInputs | None, told: tuple[str, ...]
) -> None:
    found = check.judge(promise, True, Recount({}, ()), inputs)
    assert tuple(sentence for sentence in found.not_checked if sentence in {LISTED, NO_PERSONS, GIVEN}) == told
    named = {"sensitive_labels": len(promise.sensitive)} if promise.sensitive is not None else {}
    assert {name: n for name, n in found.checks.items() if name == "sensitive_labels"} == named


def test_checks_of_pieces_are_told_and_what_is_unknown_is_no_promise_kept() -> None:
    pieces = FolderCounts({"chunk_km": 0}, CoverCounts(0, 0, 0, 0, 0))
    found = check.judge(promised(), True, Recount({"records": 4}, (), pieces))
    assert found.checks == {"sha256_matches": True, "chunk_km": 0, "records": 4} and found.complete
    unknown = check.judge(promised(), True, Recount({"records": 4}, (), pieces, unknown=(PERSONS_OF_PIECES,)))
    assert not unknown.complete and not unknown.satisfied and not unknown.messages


def test_a_release_is_checked_with_what_its_owner_gives(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    publish(published(engine, SAFE * 3, k=5), path, options())
    has_none = "the sensitive items that were given: the model of this release has none"
    assert has_none not in check.verify_at(engine, path).not_checked
    answer = check.verify_at(engine, path, lambda engine: VerificationInputs(sensitive=table(engine, "label | s")))
    assert answer.satisfied and has_none in answer.not_checked


def test_each_record_has_one_person(engine: DuckDBEngine) -> None:
    lines = table(engine, LINES)
    for rows in ("1 1 | 2 2", "1 1 | 2 2 | 3 3 | 3 4"):
        with pytest.raises(BadInput, match=r"released records? ha"):
            persons_of_release(
                engine, lines, VerificationInputs(persons=table(engine, f"record_id:text person | {rows}"))
            )
    assert persons_of_release(engine, lines, None) is None
    assert persons_of_release(engine, lines, VerificationInputs()) is None
