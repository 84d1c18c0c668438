"""Releases where shares of persons are bounded, from the source to what their owner checks."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql.api import anonymize_adaptive, anonymize_rho, audit_adaptive, audit_rho, verify
from setanon_sql.errors import BadParameter
from setanon_sql.models.rho.options import Sampling
from setanon_sql.taxonomy import Taxonomy

#: Ten persons hold a with b once, and nine times a alone: b follows from a for a tenth of records, and all persons.
ROWS = [
    (f"r{person}.{at}", f"p{person}", item)
    for person in range(10)
    for at in range(10)
    for item in ("ab" if at == 0 else "a")
]
SOURCE = pd.DataFrame(ROWS, columns=["record_id", "who", "item"])
#: One record of each of two persons hides b; of p0 it is another one than that which holds it.
WISHES = pd.DataFrame({"record_id": ["r0.3", "r1.0"], "item": ["b", "b"]})


def counted_by_anybody(manifest: Mapping[str, Any], out: Path) -> bool:
    """Is what a manifest tells what a recount of the release alone finds, and nothing besides?"""
    return manifest["verified"].items() <= verify(out).checks.items()


def shares(release: pd.DataFrame) -> int:
    """How many records still hold b?"""
    return int((release["item"] == "b").sum())


@pytest.mark.slow
def test_a_release_bounds_shares_of_persons(tmp_path: Path) -> None:
    out, ledger = tmp_path / "safe.parquet", tmp_path / "ledger.csv"
    by_records = anonymize_rho(SOURCE, tmp_path / "records.csv", rho=0.5, sensitive=["b"])
    assert shares(by_records.df()) == 10
    release = anonymize_rho(SOURCE, out, rho=0.5, sensitive=["b"], person="who", ledger=ledger)
    assert release.manifest["parameters"] == {"rho": 0.5, "m": None, "person": True}
    assert "of the persons who have one" in release.manifest["guarantee"]
    assert counted_by_anybody(release.manifest, out)
    assert len(release.df()) == len(SOURCE) - 5
    assert not {*SOURCE["who"]} & {*release.df().astype(str).to_numpy().ravel()}
    alone = verify(out)
    assert not alone.satisfied and not alone.complete and not alone.messages
    assert any("no share of persons" in sentence for sentence in alone.not_checked)
    assert verify(out, source=SOURCE, person="who", ledger=ledger).satisfied
    assert verify(out, source=SOURCE.assign(who="x"), person="who", ledger=ledger).messages


@pytest.mark.slow
def test_what_one_record_hides_all_records_of_the_person_hide(tmp_path: Path) -> None:
    assert audit_rho(SOURCE, rho=0.5, sensitive=WISHES, person="who").persons_at_risk == 2
    out, ledger = tmp_path / "safe.csv", tmp_path / "ledger.csv"
    anonymize_rho(SOURCE, out, rho=0.5, sensitive=WISHES, person="who", ledger=ledger)
    given = {"source": SOURCE, "sensitive": WISHES, "person": "who", "ledger": ledger}
    answer = verify(out, **given)  # type: ignore[arg-type]
    assert answer.satisfied and answer.checks["persons"] == 10
    link = pd.DataFrame({"record_id": ["1"], "person_id": ["p"]})
    with pytest.raises(BadParameter, match="whose wishes"):
        verify(out, source=SOURCE, sensitive=WISHES, link=link)


@pytest.mark.slow
def test_a_release_of_records_is_checked_by_its_own_wishes(tmp_path: Path) -> None:
    """Whoever names persons, too, does not make it keep the wishes of other records."""
    rows = [("1", "p", "a"), ("1", "p", "b"), ("2", "q", "a"), ("2", "q", "b"), ("3", "p", "a")]
    source = pd.DataFrame(rows, columns=["record_id", "who", "item"])
    wishes = pd.DataFrame({"record_id": ["3"], "item": ["c"]} | {"item": ["b"]})
    out = tmp_path / "safe.csv"
    anonymize_rho(source, out, rho=0.7, sensitive=wishes)
    assert verify(out, source=source, sensitive=wishes).satisfied
    answer = verify(out, source=source, sensitive=wishes, person="who")
    assert answer.satisfied and any("counts records" in sentence for sentence in answer.not_checked)


def test_random_adversaries_are_of_records(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="counts records only"):
        anonymize_rho(SOURCE, tmp_path / "x.csv", rho=0.5, m=1, sensitive=["b"], person="who", sampling=Sampling())
    assert not list(tmp_path.iterdir())


def test_basket_lines_cannot_count_persons(tmp_path: Path) -> None:
    with pytest.raises(BadParameter):
        anonymize_rho(SOURCE, tmp_path / "safe.dat", rho=0.5, sensitive=["b"], person="who")
    assert not list(tmp_path.iterdir())


#: Persons hold fruit, or tools, or both; three in four of the persons with fruit have the medicine once.
KINDS = [
    (f"r{person}.{at}", f"p{person}", item)
    for person in range(24)
    for at, items in enumerate(
        (["apple", "pear"], ["apple"], ["med", "apple"]) if person % 2 else (["saw"], ["axe", "saw"])
    )
    for item in items
    if item != "med" or person % 8 != 1
]
TREE = Taxonomy(
    {"apple": "fruit", "pear": "fruit", "saw": "tools", "axe": "tools", "fruit": "all", "tools": "all"}, "all"
)


@pytest.mark.slow
def test_groups_hold_whole_persons_and_bound_their_shares(tmp_path: Path) -> None:
    source = pd.DataFrame(KINDS, columns=["record_id", "who", "item"])
    given: dict[str, Any] = {"rho": 0.4, "factor": 0, "sensitive": ["med"]}
    assert audit_adaptive(source, **given).violations == 0
    audit = audit_adaptive(source, person="who", **given)
    assert (audit.violations, audit.persons_at_risk, audit.persons) == (1, 12, 24)
    out, ledger = tmp_path / "safe.parquet", tmp_path / "ledger.csv"
    release = anonymize_adaptive(source, out, taxonomy=TREE, person="who", ledger=ledger, record_ids="keep", **given)
    assert release.manifest["parameters"] == {"rho": 0.4, "m": None, "person": True}
    assert counted_by_anybody(release.manifest, out)
    rows = release.df().merge(source[["record_id", "who"]].drop_duplicates(), on="record_id")
    assert (rows.groupby("who")["group_id"].nunique() == 1).all()
    alone = verify(out)
    assert not alone.satisfied and any("no share of persons" in sentence for sentence in alone.not_checked)
    assert verify(out, source=source, person="who").satisfied
    mixed = source.assign(who=source["who"].map(lambda name: f"q{int(name[1:]) // 2}"))
    assert verify(out, source=mixed, person="who").messages
