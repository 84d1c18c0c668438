"""What a person lacks: audits, releases and their recount equal brute force."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.api import audit_km
from setanon_sql.commands.words import verification
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.layout import manifest_path
from setanon_sql.models.km.audit.absent import absent_levels
from setanon_sql.models.km.methods import anonymize_km
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy import Taxonomy, encode
from setanon_sql.verify import Recount, VerificationInputs, recount
from tests import lent
from tests.data import dataset_of
from tests.km_cases import Weights, rows, small_cases, wanted
from tests.oracle import absent
from tests.oracle.decisions import Records, Rules
from tests.strategies import baskets, examples, persons_of

Case = tuple[Records, Taxonomy, Rules, Weights]


@given(baskets.filter(any), st.integers(2, 5), st.integers(1, 3), st.integers(1, 2), st.data())
@examples(300)
def test_the_audit_equals_brute_force(data: list[set[str]], k: int, m: int, n: int, more: st.DataObject) -> None:
    persons = more.draw(st.none() | persons_of(len(data)))
    with lent.engine() as engine:
        source = dataset_of(engine, data, persons=persons)
        model = KmAnonymity(k, m, person=persons is not None, absent=n)
        levels = absent_levels(source, source.transactions, model, source.items, worst=1000)
    found = absent.threats(data, persons, k, m, n)
    least = [cell for cell in absent.minimal(found) if cell[1]]
    for level in levels:
        assert level.threats == sum(len(present) == level.size for present, _ in least)
        who, records = absent.at_risk(data, persons, found, level.size)
        assert level.at_risk == len(records)
        assert level.persons_at_risk == (len(who) if persons else 0)
    told = {(frozenset(one.labels), frozenset(one.absent)): one.support for level in levels for one in level.worst}
    assert told == {cell: len(found[cell]) for cell in least}
    assert sum(level.threats for level in levels) == len(least)


def recounted(
    data: list[set[str]], persons: list[int] | None, model: KmAnonymity, known: set[str] | None = None
) -> Recount:
    with lent.engine() as engine:
        pairs = [(at, item) for at, record in enumerate(data, 1) for item in sorted(record)]
        lines = engine.load("lines", {"record_id": int, "item": str}, [[a for a, _ in pairs], [b for _, b in pairs]])
        ids = [str(at) for at in range(1, len(data) + 1)]
        link = engine.load("link", {"record_id": str, "person": int}, [ids, persons]) if persons else None
        listed = engine.load("known", {"label": str}, [sorted(known)]) if known is not None else None
        return recount(engine, lines, model, VerificationInputs(persons=link, known_labels=listed))


def repaired(data: list[set[str]], persons: list[int] | None, k: int, m: int, n: int) -> list[set[str]]:
    """Drop an item of each threat until there is none."""
    while found := absent.threats(data, persons, k, m, n):
        present, lacked = min(found, key=lambda cell: sorted(cell[0] | cell[1]))
        data = [record - {min(present | lacked)} for record in data]
        if not any(data):
            break
    return data


@given(baskets.filter(any), st.integers(2, 4), st.integers(1, 3), st.integers(1, 2), st.data())
@examples(300)
def test_the_recount_equals_brute_force(data: list[set[str]], k: int, m: int, n: int, more: st.DataObject) -> None:
    data = data * more.draw(st.integers(1, k))
    persons = more.draw(st.none() | persons_of(len(data)))
    if more.draw(st.booleans()):
        data = repaired(data, persons, k, m, n)
    persons = persons and [who for who, record in zip(persons, data, strict=True) if record]
    data = [record for record in data if record]
    if not data:
        return
    known = more.draw(st.none() | st.sets(st.sampled_from("abcdefg"), min_size=1))
    model = KmAnonymity(k, m, person=persons is not None, known=known is not None, absent=n)
    of_known = data if known is None else [(record & known) | {"-"} for record in data]
    cells = absent.threats(of_known, persons, k, m, n)
    broken = [cell for cell in cells if "-" not in cell[0] | cell[1]]
    assert bool(recounted(data, persons, model, known).problems) == bool(broken)


def numbers(engine: DuckDBEngine, source: Dataset) -> dict[str, int]:
    return {label: item for item, label in engine.rows("taxonomy/nodes/labels", items=source.items)}


@pytest.mark.slow
def test_labels_that_cost_less_hold_no_set_that_was_ruled_out_before() -> None:
    data = [set(record) for record in ("ag", "abg", "abcdg", "abc", "abcde", "de")]
    over = {"G1": "top", "G2": "G3", "G3": "top"}
    taxonomy = Taxonomy({"a": "G2", "b": "G3", "c": "G2", **dict.fromkeys("defg", "G1"), **over}, "top")
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        nodes = encode(engine, taxonomy, source)
        listed = [node for label, node in numbers(engine, source).items() if label != "a"]
        items = engine.load("known_items", {"item": int}, [listed])
        known = engine.table("sets/known/nodes", ancestors=nodes.ancestors, known=items)
        model = KmAnonymity(2, 3, known=True, absent=1)
        result = anonymize_km(source, model, nodes.nodes, nodes.ancestors, known=known, exceptions=False, seconds=20.0)
        shown = rows(engine, result, len(data))
    assert any(shown)
    of_known = [(record - {"a"}) | {"-"} if record else record for record in shown]
    assert not [cell for cell in absent.threats(of_known, None, 2, 3, 1) if "-" not in cell[0] | cell[1]]


@pytest.mark.slow
@given(small_cases(), st.integers(2, 3), st.integers(1, 3), st.integers(1, 2), st.data())
@examples(300)
def test_of_what_is_released_nobody_is_found_by_what_they_lack(
    case: Case, k: int, m: int, n: int, more: st.DataObject
) -> None:
    data, taxonomy, rules, weights = case
    persons = more.draw(st.none() | persons_of(len(data)))
    known = more.draw(st.none() | st.sets(st.sampled_from("abcdefg"), min_size=1))
    with lent.engine() as engine:
        source = dataset_of(engine, data, persons=persons)
        nodes = encode(engine, taxonomy, source)
        asked = wanted(engine, nodes, source.distinct_items, rules, weights)
        model = KmAnonymity(k, m, person=persons is not None, known=known is not None, absent=n)
        how: dict[str, Any] = {"exceptions": known is None and more.draw(st.booleans()), "seconds": 1.0}
        listed = [node for label, node in numbers(engine, source).items() if known and label in known]
        items = engine.load("known_items", {"item": int}, [listed])
        if known:
            how["known"] = engine.table("sets/known/nodes", ancestors=nodes.ancestors, known=items)
        try:
            result = anonymize_km(source, model, nodes.nodes, nodes.ancestors, constraints=asked, **how)
        except (NotReached, BadParameter):
            return
        shown = rows(engine, result, len(data))
    assert result.nearest is None
    over_known = {label for item in known & set().union(*data) for label in taxonomy.path(item)} if known else set()
    released_known = over_known if known else set().union(*shown)
    of_known = [(record & released_known) | {"-"} if record else record for record in shown]
    assert not [cell for cell in absent.threats(of_known, persons, k, m, n) if "-" not in cell[0] | cell[1]]


def frame(data: list[set[str]]) -> pd.DataFrame:
    rows = [(at, item) for at, record in enumerate(data, 1) for item in sorted(record)]
    return pd.DataFrame(rows, columns=["record_id", "item"])


def test_of_some_known_items_all_records_count_that_lack_one() -> None:
    source = frame([{"a", "x"}] * 5 + [{"x"}] * 3 + [{"a", "b"}] * 4)
    found = audit_km(source, k=4, m=1, absent=1, known=["a", "b"])
    assert found.satisfied is False and found.violations == 1  # three lack a, and have no item that is known
    assert found.absent and found.absent.at_risk_by_size(1) == {0: 3, 1: 3}
    assert audit_km(source, k=3, m=1, absent=1, known=["a", "b"]).satisfied


def test_with_a_taxonomy_labels_and_items_may_be_known() -> None:
    source = frame([{"a"}] * 6 + [{"b"}] * 2 + [{"c"}] * 6)
    tree = [("a", "ab"), ("b", "ab"), ("ab", "all"), ("c", "all")]
    found = audit_km(source, k=3, m=1, absent=1, taxonomy=tree)
    assert found.absent and found.absent.threats_by_size(1) == {
        0: 0,
        1: 1,
    }  # who has ab and lacks a; b by itself is too rare


@pytest.mark.parametrize("others", [{"by": 1}, {"records_out": "risk.csv"}, {"count": "records"}])
def test_what_knows_of_present_items_alone_is_refused(others: dict[str, object]) -> None:
    with pytest.raises(BadParameter, match="do not know of absent yet"):
        audit_km(frame([{"a"}]), k=2, m=1, absent=1, **others)  # type: ignore[arg-type]


def test_absent_items_need_m_and_are_one_or_two() -> None:
    for wrong in ({"m": None, "absent": 1}, {"m": 1, "absent": 3}, {"m": 1, "absent": -1}):
        with pytest.raises(BadParameter, match="absent"):
            audit_km(frame([{"a"}]), k=2, **wrong)  # type: ignore[arg-type]


SHOP = [("a", "ab"), ("b", "ab"), ("ab", "all"), ("c", "cd"), ("d", "cd"), ("cd", "all")]
SOLD = [{"a", "c"}] * 6 + [{"a", "d"}] * 6 + [{"a", "b", "c"}] * 4 + [{"b"}] * 3 + [{"d"}] * 4 + [{"a"}] * 2


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 2])
def test_a_release_promises_it_and_each_row_less_that_breaks_it_is_found(tmp_path: Path, n: int) -> None:
    out = tmp_path / "r.csv"
    release = api.anonymize_km(frame(SOLD), out, k=3, m=2, absent=n, taxonomy=SHOP, record_ids="keep")
    assert release.manifest["parameters"] == {"k": 3, "m": 2, "absent": n}
    assert f"and up to {n} item" in release.manifest["guarantee"]
    assert api.verify(out).satisfied and api.verify(out).checks["absent"] == n
    header, *lines = out.read_text().splitlines()
    for line in lines[::5]:
        left = [other for other in lines if other != line]
        records: dict[str, set[str]] = {}
        for record, label in (other.split(",") for other in left):
            records.setdefault(record, set()).add(label)
        resign(out, [header, *left], len(records))
        broken = absent.threats([*records.values()], None, 3, 2, n)
        said = [message for message in api.verify(out).messages if "held" in message]
        assert bool(said) == bool(broken)


def resign(out: Path, lines: list[str], records: int) -> None:
    """Write other rows of a release, and mend its manifest for these."""
    out.write_text("\n".join([*lines, ""]))
    path = manifest_path(out)
    fields = json.loads(path.read_text())
    fields |= {"sha256": {out.name: hashlib.sha256(out.read_bytes()).hexdigest()}}
    path.write_text(json.dumps(fields | {"records": records, "rows": len(lines) - 1}))


@pytest.mark.slow
def test_a_release_is_verified_against_more_than_it_promises(tmp_path: Path) -> None:
    out = tmp_path / "r.csv"
    api.anonymize_km(frame([{"a", "b"}] * 6 + [{"a"}] * 2 + [{"b"}] * 3), out, k=3, m=2)
    assert api.verify(out).satisfied
    found = api.verify(out, absent=1)
    assert not found.satisfied and found.more_checked == KmAnonymity(3, 2, absent=1).in_short
    assert "DOES NOT HOLD" in verification(found) and "THE GUARANTEE" not in verification(found)
    assert api.verify(out).more_checked == "" and "manifest promises less" not in verification(api.verify(out))
    assert found.messages == ("1 set of 0 items and 1 absent item is held and lacked by fewer than 3 records",)
    with pytest.raises(BadParameter, match="whole number from 0 to 2"):
        api.verify(out, absent=3)


@pytest.mark.slow
@pytest.mark.parametrize(("how", "why"), [({"m": None}, "needs m"), ({"recoding": "local"}, "stand under its labels")])
def test_what_cannot_be_checked_against_absent_items_says_why(tmp_path: Path, how: dict[str, Any], why: str) -> None:
    out = tmp_path / "r.csv"
    api.anonymize_km(frame(SOLD), out, **({"k": 3, "m": 1, "taxonomy": SHOP} | how))
    with pytest.raises(BadParameter, match=why):
        api.verify(out, absent=1)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"recoding": "local"}, "may stand under its labels"),
        ({"algorithm": "aa"}, "does not look at absent items"),
        ({"algorithm": "paper"}, "does not look at absent items"),
        ({"previous": "before.csv", "link": "link.csv"}, "previous does not know of absent items"),
    ],
)
def test_what_does_not_look_at_absent_items_is_refused(tmp_path: Path, how: dict[str, Any], why: str) -> None:
    with pytest.raises(BadParameter, match=why):
        api.anonymize_km(frame(SOLD), tmp_path / "r.csv", k=3, m=2, absent=1, taxonomy=SHOP, **how)


def test_items_that_must_stay_and_tell_by_their_absence_are_an_error(tmp_path: Path) -> None:
    source = frame([{"a", "b"}] * 6 + [{"b"}] * 2)
    with pytest.raises(NotReached, match="items that must stay are had, and lacked"):
        rules = [("a", "keep", ""), ("b", "keep", "")]
        api.anonymize_km(source, tmp_path / "r.csv", k=3, m=1, absent=1, taxonomy=SHOP[:3], constraints=rules)
