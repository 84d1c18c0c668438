"""An audit of a disassociated release by persons: what a release of records leaves, against brute force."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from tests.cli.program import Program
from tests.disassociation_data import LINES
from tests.oracle.pieces_persons import bad_chunks, chunks_of, exposed_chunks

HOW: dict[str, Any] = {"k": 3, "m": 2, "cluster_size": 8, "seed": "s"}


def source(whose: Sequence[int] = ()) -> pd.DataFrame:
    """48 baskets: of 16 persons who shop alike from one basket to the next, or as told."""
    lines = [line.split() for line in LINES.splitlines()]
    whose = whose or [at // 3 for at in range(len(lines))]
    rows = [(f"r{at:02}", f"p{whose[at]}", item) for at, items in enumerate(lines) for item in items]
    return pd.DataFrame(rows, columns=["record_id", "who", "item"])


def by_brute_force(folder: Path, ledger: Path, persons: pd.DataFrame) -> dict[str, int]:
    """Count by the ledger whose pieces there are, cluster by cluster and set by set."""
    name = persons.drop_duplicates("record_id").set_index("record_id")["who"]
    rows = pd.read_csv(ledger, dtype=str)
    released = rows[rows["action"] == "released"]
    of_clusters = released["record_id"].map(name).groupby(released["label"]).nunique()
    pieces = rows[rows["action"].isin(["record chunk", "shared chunk"])]
    subrecord = pieces["cause"].str.extract(r"subrecord (\d+)")[0].astype(int)
    whose = {int(at): hash(who) for at, who in zip(subrecord, pieces["record_id"].map(name), strict=True)}
    table = pd.read_parquet(folder / "subrecords.parquet")
    columns = ["cluster_id", "chunk_id", "subrecord_id", "item"]
    chunks = chunks_of([(int(a), int(b), int(c), str(d)) for a, b, c, d in table[columns].itertuples(index=False)])
    clusters = pd.read_parquet(folder / "clusters.parquet")
    parent = {
        int(at): None if pd.isna(over) else int(over)
        for at, over in clusters[["cluster_id", "parent_id"]].itertuples(index=False)
    }
    return {
        "cluster_persons": int((of_clusters < 3).sum()),
        "chunk_persons": bad_chunks(chunks, whose, 3, 2),
        "joint_persons": exposed_chunks(chunks, parent, whose, 3),
    }


def cases() -> list[Sequence[int]]:
    """Return whose the baskets are: of neighbours, of few, one each, mostly of one."""
    draw = random.Random(5)
    few = [draw.randint(1, 6) for _ in range(48)]
    return [[at // 3 for at in range(48)], few, list(range(48)), [0 if draw.random() < 0.7 else at for at in range(48)]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of records, and its ledger; it is not changed."""
    folder = tmp_path_factory.mktemp("records")
    api.anonymize_disassociation(source()[["record_id", "item"]], folder / "r", ledger=folder / "l.csv", **HOW)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("whose", cases(), ids=["neighbours", "few", "one each", "mostly one"])
def test_what_records_leave_of_persons_is_counted(made: Path, whose: Sequence[int]) -> None:
    persons = source(whose)
    audit = api.audit_disassociation(made / "r", person="who", source=persons, ledger=made / "l.csv")
    expected = by_brute_force(made / "r", made / "l.csv", persons)
    assert {name: audit.by_check[name] for name in expected} == expected
    assert audit.persons == len({*whose}) and audit.model.person
    by_records = api.audit_disassociation(made / "r")
    assert by_records.satisfied and by_records.persons is None and not by_records.model.person
    assert audit.violations == sum(expected.values())
    assert (min(expected["cluster_persons"], expected["chunk_persons"]) > 0) == (
        len({*whose}) < 10 or whose.count(0) > 20
    )
    if len({*whose}) == len(whose):
        assert audit.satisfied


@pytest.mark.slow
def test_other_ledgers_are_refused(made: Path, tmp_path: Path) -> None:
    api.anonymize_disassociation(source()[["record_id", "item"]], tmp_path / "o", ledger=tmp_path / "l.csv",
                                 **HOW | {"seed": "t"})  # fmt: skip
    with pytest.raises(BadInput, match="is not that of the release"):
        api.audit_disassociation(made / "r", person="who", source=source(), ledger=tmp_path / "l.csv")


@pytest.mark.parametrize("given", [{"person": "who"}, {"ledger": "l.csv"}, {"source": "b.csv", "person": "who"}])
def test_all_that_tells_persons_is_given_together(made: Path, given: dict[str, str]) -> None:
    with pytest.raises(BadParameter, match="give all, or none"):
        api.audit_disassociation(made / "r", **given)  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_command_and_its_report(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setanon = Program(capsys)
    whose = cases()[-1]
    source(whose).to_csv(tmp_path / "b.csv", index=False)
    given = ("--source", tmp_path / "b.csv", "--person", "who", "--ledger", made / "l.csv")
    answer = setanon("audit", "disassociation", made / "r", *given, "--json", "--report", tmp_path / "r.html")
    assert answer.code == 1 and answer.json["unit"] == "person" and answer.json["persons"] == len({*whose})
    assert answer.json["by_check"]["cluster_persons"] > 0 and answer.json["smallest_cluster_persons"] < 3
    report = (tmp_path / "r.html").read_text()
    assert "Clusters with records of too few persons" in report
    shown = setanon("audit", "disassociation", made / "r", *given)
    assert "cluster_persons" in shown.out and "THE MODEL DOES NOT HOLD" in shown.out
