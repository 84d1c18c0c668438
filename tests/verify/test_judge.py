"""Recount and manifest held against each other: each difference alone, with all else satisfied."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.layout import ReleaseShape
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify import Recount, Verification, VerificationInputs, check, judge
from setanon_sql.verify.claims import Claims, claims_of, unknown_names
from setanon_sql.verify.promise import AnyPromise, LongPromise, PiecesPromise
from setanon_sql.verify.reader_base import ReleaseReader
from setanon_sql.verify.strangers import Stranger, stranger
from tests.verify.tables import table

KM = KmAnonymity(3, 2)
COUNTED = {"records": 4, "rows": 9, "labels": 5, "sets_counted": 7}


def promised(model: Any = KM, verified: Mapping[str, Any] = COUNTED, **more: Any) -> AnyPromise:
    """Return a promise that fits ``COUNTED``."""
    claims = Claims(model.guarantee, verified=verified, **more)
    kind = PiecesPromise if isinstance(model, Disassociation) else LongPromise
    return kind(model, "method", 4, 9, {"": "checksum"}, claims)


def answer(promise: AnyPromise, counts: Mapping[str, int] = COUNTED, *problems: str, same: bool = True) -> Verification:
    return judge(promise, same, Recount(dict(counts), problems))


def test_what_fits_is_satisfied() -> None:
    found = answer(promised())
    assert (found.satisfied, found.complete, found.messages, found.not_checked) == (True, True, (), ())
    assert found.checks == {"sha256_matches": True, **COUNTED}
    told = found.to_json(show_values=True)
    assert (told["messages"], told["not_checked"], "unchecked" in told) == ([], [], False)


def test_names_of_strangers_are_told_only_with_values() -> None:
    found = judge(promised(), True, Recount(dict(COUNTED), ("1 column",), unchecked=("column Mary",)))
    assert found.to_json(show_values=True)["unchecked"] == ["column Mary"] and "unchecked" not in found.to_json()
    assert "Mary" not in str(found.to_json()) + repr(found)


def test_other_data_are_told() -> None:
    found = answer(promised(), same=False)
    assert found.messages == ("the data are not those that the manifest was made for (another sha256)",)
    assert not found.satisfied and found.checks["sha256_matches"] is False


@pytest.mark.parametrize("name", ["records", "rows"])
@pytest.mark.parametrize("by", [-1, 1])
def test_one_record_or_row_more_or_less_is_told(name: str, by: int) -> None:
    """Where the counts under 'verified' were made to agree; where they were not, they are told only then."""
    counts = COUNTED | {name: COUNTED[name] + by}
    told = f"the manifest promises {COUNTED[name]} {name}, the release holds {counts[name]}"
    assert answer(promised(verified=counts), counts).messages == (told,)
    assert answer(promised(), counts).messages == (told,)
    agreeing = replace(promised(), **{name: counts[name]})
    assert answer(agreeing, counts).messages == (
        f"the recount finds other numbers than 'verified' in the manifest: {name}",
    )


def test_what_cannot_be_counted_is_not_compared() -> None:
    assert answer(promised(verified={}), {}).messages == ()


@pytest.mark.parametrize("said", [4, 6, 5.0, "5", True, None])
def test_a_count_of_the_manifest_is_that_very_number(said: object) -> None:
    found = answer(promised(verified=COUNTED | {"labels": said}))
    assert found.messages == ("the recount finds other numbers than 'verified' in the manifest: labels",)
    assert found.not_checked == ()


def test_what_the_recount_finds_hides_no_count_and_is_hidden_by_none() -> None:
    """A model that is broken is told by itself, whatever the manifest counts."""
    for verified in (COUNTED, COUNTED | {"labels": 4}):
        found = answer(promised(verified=verified), COUNTED, "1 set of 1 item is held by fewer than 3 records")
        assert found.messages == ("1 set of 1 item is held by fewer than 3 records",) and not found.satisfied


@pytest.mark.parametrize("name", ["sets_counted", "largest_set", "adversaries_drawn", "sets_counted_in_groups"])
def test_a_count_of_the_work_may_differ_and_is_not_checked(name: str) -> None:
    found = answer(promised(verified={name: 8}), COUNTED | {name: 7})
    assert found.satisfied and found.not_checked == (f"{name!r} under 'verified' in the manifest",)
    assert answer(promised(verified={name: 7}), COUNTED | {name: 7}).not_checked == ()
    assert not answer(promised(verified={name: "7"}), COUNTED | {name: 7}).satisfied


def test_a_count_that_nobody_knows_is_not_checked() -> None:
    found = answer(promised(verified=COUNTED | {"wonders": 8}))
    assert found.satisfied and found.not_checked == ("'wonders' under 'verified' in the manifest",)


def test_the_sentence_is_that_of_the_model() -> None:
    promise = replace(promised(), model=KmAnonymity(3, 3))
    assert answer(promise).messages == ("the guarantee's sentence and parameters in the manifest differ",)


@pytest.mark.parametrize(
    ("sentence", "satisfied"),
    [("each 2 of 3", True), ("each 2 of 4", False), ("each of 3", False), ("23", False), ("2/3 or 3 and 2", True)],
)
def test_another_version_may_word_it_otherwise_with_the_same_numbers(sentence: str, satisfied: bool) -> None:
    claims = Claims(sentence, "setanon-sql 0.0.1", COUNTED)
    found = answer(replace(promised(), claims=claims))
    assert found.satisfied == satisfied
    told = "the guarantee as 'setanon-sql 0.0.1' worded it; checked is the sentence told here"
    assert found.not_checked == (told,)


def test_a_field_that_is_not_known_is_a_fault_of_this_version_and_leaves_open_what_another_says() -> None:
    one = answer(promised(unknown=("wonders",)))
    assert (one.satisfied, one.complete, len(one.messages)) == (False, True, 1)
    other = answer(promised(unknown=("wonders",), created_by="setanon-sql 0.0.1"))
    assert (other.satisfied, other.complete, other.messages) == (False, False, ())
    assert other.not_checked == one.not_checked == ("'wonders' in the manifest, which is not known here",)
    assert answer(promised(created_by="setanon-sql 0.0.1")).complete


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"selected": ("where",)}, "which part of the source was read"),
        ({"filed": {"policy": "p"}}, "when, by which policy"),
        ({"decided": True}, "whether what was asked for of single items"),
        ({"replacing": True}, "'replaces' in the manifest"),
        ({"random_ids": True}, "whether record ids are random"),
        ({"fields": {"known": ["a"]}}, "whether 'known' in the manifest"),
        ({"fields": {"losses": {}}}, "what the release cost"),
    ],
)
def test_what_no_recount_sees_is_told(more: dict[str, Any], told: str) -> None:
    found = answer(promised(**more))
    assert found.satisfied and [one[: len(told)] for one in found.not_checked] == [told]


SHARE = Fraction(1, 2)


@pytest.mark.parametrize(
    ("model", "told"),
    [
        (RhoUncertainty(SHARE, 2), 0),
        (RhoUncertainty(SHARE, 2, Fraction(1, 20), Fraction(1, 20)), 1),
        (AdaptiveRho(SHARE, 2, {"s": SHARE}), 0),
        (AdaptiveRho(SHARE, 2, {"s": SHARE, "t": Fraction(3, 5)}), 1),
    ],
)
def test_a_sample_and_a_threshold_above_rho_are_told(model: Any, told: int) -> None:
    assert len(answer(promised(model)).not_checked) == told


def test_what_the_owner_gives_is_told_where_it_is_not_what_was_listed() -> None:
    given = VerificationInputs(Table("sensitive"))
    recounted = Recount(dict(COUNTED), ())
    rho = promised(RhoUncertainty(SHARE, 2))
    pieces = promised(Disassociation(3, 2, 30, sensitive=True))
    listed = {"sensitive": ("s", "t")}
    none, one, two = ("the sensitive items that were given", "whether the release was made", "the sensitive labels in")
    for promise, inputs, told in (
        (promised(), given, [none]),
        (rho, given, [one]),
        (replace(rho, **listed), given, [two, one]),
        (replace(rho, **listed), None, ["whether 'sensitive' in the manifest"]),
        (rho, None, []),
        (replace(pieces, **listed), given, []),
        (replace(pieces, **listed), None, ["whether 'sensitive' in the manifest"]),
    ):
        found = judge(promise, True, recounted, inputs)
        assert [sentence[: len(start)] for sentence, start in zip(found.not_checked, told, strict=True)] == told
        assert found.checks.get("sensitive_labels") == (2 if promise.sensitive else None)


@pytest.mark.parametrize(
    ("fields", "unknown"),
    [
        ({}, ()),
        ({"wonders": 1}, ("wonders",)),
        ({"sensitive": []}, ("sensitive",)),
        ({"model": "rho", "sensitive": []}, ()),
        ({"model": "rho", "thresholds": {}}, ("thresholds",)),
        ({"format": []}, ("format",)),
        ({"format": {"kind": "long", "record_ids": "keep", "separator": " "}}, ()),
        ({"format": {"kind": "longer"}}, ("format.kind",)),
        ({"format": {"record_ids": "none"}}, ("format.record_ids",)),
        ({"format": {"wonders": 1}}, ("format.wonders",)),
        ({"x" * 50: 1}, ("x" * 40,)),
        ({f"x{at:02}": at for at in range(12)}, tuple(f"x{at:02}" for at in range(10))),
    ],
)
def test_a_manifest_says_what_is_known_here(fields: dict[str, Any], unknown: tuple[str, ...]) -> None:
    whole = {"model": "km", "guarantee": "g", "created_by": "me", "verified": {}} | fields
    assert claims_of(whole).unknown == unknown


def test_a_manifest_claims_random_ids_and_what_was_chosen() -> None:
    whole = {"model": "km", "guarantee": "g", "created_by": "me", "verified": {"n": 1}}
    plain = claims_of(whole | {"format": {"record_ids": "keep"}})
    assert (plain.random_ids, plain.selected, plain.filed, plain.decided, plain.replacing) == (
        False,
        (),
        {},
        False,
        False,
    )
    more = {
        "format": {"record_ids": "shuffle"},
        "where": "x",
        "cap": 3,
        "made": "now",
        "constraints": {},
        "replaces": {},
    }
    full = claims_of(whole | more)
    assert (full.random_ids, full.selected, full.filed) == (True, ("where", "cap"), {"made": "now"})
    assert full.decided and full.replacing and full.verified == {"n": 1} and full.created_by == "me"


def test_another_version_may_say_the_very_sentence() -> None:
    other = promised(created_by="setanon-sql 0.0.1")
    assert answer(other).not_checked == () and answer(other).satisfied
    unlike = replace(promised(), model=RhoUncertainty(SHARE, 2), claims=Claims("1/2 of 2", "setanon-sql 0.0.1"))
    assert "0.0.1" in answer(unlike).not_checked[0]
    mine = replace(promised(), claims=Claims("otherwise"))
    assert answer(mine).not_checked == ()


def test_names_from_outside_are_cut_and_few() -> None:
    names = [*"abc", "x" * 70]
    assert unknown_names(names, "b") == f"'a', 'c', {'x' * 40!r}"
    assert unknown_names("ab", "ab") == ""
    long = promised(verified={"x" * 70: 1})
    assert answer(long).not_checked == (f"'{'x' * 59} under 'verified' in the manifest",)


# -- in which order


class Reader(ReleaseReader):
    """A release of one table that is there, or cannot be read, with what stands beside it."""

    def __init__(self, engine: DuckDBEngine, *, strange: bool, other: bool, readable: bool, values: bool) -> None:
        self.engine, self.strange, self.other, self.readable, self.values = engine, strange, other, readable, values

    def promise(self) -> AnyPromise:
        return promised(KmAnonymity(2, 1), {})

    def read(self, shape: ReleaseShape, separator: str = " ") -> dict[str, Table]:
        if not self.readable:
            raise BadInput("it cannot be read", "")
        return {"": table(self.engine, "record_id item:text | 1 a | 2 a")}

    def fingerprints(self, shape: ReleaseShape, tables: Mapping[str, Table]) -> dict[str, str]:
        return {"": "another" if self.other else "checksum"}

    def is_other(self, promise: AnyPromise) -> bool:
        return self.other

    def is_same(self, promise: AnyPromise) -> bool:
        return not self.other

    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        return [stranger("a column", ["Mary"])] if self.strange else []

    def strange_values(self, *_: object) -> list[Stranger]:
        return [Stranger("strange values", ("John",))] if self.values else []


@pytest.mark.parametrize("strange", [True, False])
@pytest.mark.parametrize("other", [True, False])
@pytest.mark.parametrize("values", [True, False])
def test_values_are_looked_at_where_nothing_else_is_strange(
    engine: DuckDBEngine, strange: bool, other: bool, values: bool
) -> None:
    reader = Reader(engine, strange=strange, other=other, readable=True, values=values)
    result, is_same = check._recount(reader, reader.promise(), None)
    sentences = {"Mary": "stands in the release and was not checked: a column", "John": "strange values"}
    names = ("Mary",) if strange else ("John",) if values else ()
    assert (result.unchecked, result.problems) == (names, tuple(sentences[name] for name in names))
    assert is_same is not other and result.counts["records"] == 2


@pytest.mark.parametrize("strange", [True, False])
@pytest.mark.parametrize("other", [True, False])
def test_what_cannot_be_read_is_told_where_it_is_strange_or_another_one(
    engine: DuckDBEngine, strange: bool, other: bool
) -> None:
    reader = Reader(engine, strange=strange, other=other, readable=False, values=True)
    if not strange and not other:
        with pytest.raises(BadInput, match="it cannot be read"):
            check._recount(reader, reader.promise(), None)
        return
    result, is_same = check._recount(reader, reader.promise(), None)
    assert result.problems[-1] == "it cannot be read" and len(result.problems) == 1 + strange
    assert (is_same, result.unchecked, result.counts) == (not other, ("Mary",) if strange else (), {})


def test_labels_that_may_be_known_are_read_beside_what_the_owner_gives(engine: DuckDBEngine) -> None:
    promise = promised(KmAnonymity(2, 1, known=True))
    assert isinstance(promise, LongPromise)
    promise, given = replace(promise, known_labels=("a", "b")), VerificationInputs(persons=Table("persons"))
    for inputs in (None, given):
        found = check._inputs(engine, promise, inputs)
        assert found and found.known_labels and found.persons == (inputs.persons if inputs else None)
        assert sorted(engine.rows(all_rows(found.known_labels))) == [("a",), ("b",)]
