"""Whose the pieces of a disassociated release are its owner alone can say: by the source and the ledger."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.models.disassociation.parameters import Disassociation
from tests.cli.program import Program
from tests.disassociation_data import LINES

HOW: dict[str, Any] = {"k": 3, "m": 2, "cluster_size": 8, "seed": "s"}


def source() -> pd.DataFrame:
    """48 baskets of 16 persons."""
    draw = random.Random(1)
    baskets = [(f"r{at:02}", f"p{draw.randint(1, 16)}", line.split()) for at, line in enumerate(LINES.splitlines())]
    rows = [(basket, who, item) for basket, who, items in baskets for item in items]
    return pd.DataFrame(rows, columns=["record_id", "who", "item"])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release by persons, and one by records, with their ledgers: each test works on a copy."""
    folder = tmp_path_factory.mktemp("persons")
    source().to_csv(folder / "source.csv", index=False)
    given = {"person": "who", "ledger": folder / "ledger.csv", "safe": True}
    api.anonymize_disassociation(folder / "source.csv", folder / "r", **given, **HOW)
    return folder


@pytest.fixture
def at(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def owned(at: Path, **more: Any) -> dict[str, Any]:
    return {"source": at / "source.csv", "person": "who", "ledger": at / "ledger.csv"} | more


def change(path: Path, how: Any) -> None:
    how(pd.read_csv(path, dtype=str, keep_default_na=False)).to_csv(path, index=False)


def test_the_manifest_promises_persons_and_names_none(at: Path) -> None:
    fields = json.loads((at / "r" / "manifest.json").read_text())
    assert fields["parameters"]["person"] is True and "records of at least 3 persons" in fields["guarantee"]
    assert fields["verified"].items() <= api.verify(at / "r").checks.items()  # nothing of persons
    for part in ("clusters", "subrecords", "terms"):
        assert not pd.read_parquet(at / "r" / f"{part}.parquet").isin(set(source()["who"])).any(axis=None)


@pytest.mark.slow
def test_the_files_alone_do_not_tell_and_the_owner_does(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = api.verify(at / "r")
    assert (alone.satisfied, alone.complete, alone.messages) == (False, False, ())
    assert "whose records" in alone.not_checked[0] and "chunk_persons" not in alone.checks
    assert not api.verify(at / "r", **owned(at, ledger=None)).complete
    by_owner = api.verify(at / "r", **owned(at))
    assert by_owner.satisfied and by_owner.complete and by_owner.parameters["person"] is True
    checks = ("cluster_persons", "chunk_persons", "joint_persons")
    assert [by_owner.checks[name] for name in checks] == [0, 0, 0]
    setanon = Program(capsys)
    assert setanon("verify", at / "r").code == 2
    options = ("--source", at / "source.csv", "--person", "who", "--ledger", at / "ledger.csv")
    assert setanon("verify", at / "r", *options).code == 0


def test_by_the_ledger_each_cluster_and_each_set_is_of_k_persons(at: Path) -> None:
    """Counted here, by pandas: clusters, items and pairs."""
    whose = source().drop_duplicates("record_id").set_index("record_id")["who"]
    ledger = pd.read_csv(at / "ledger.csv", dtype=str)
    released = ledger[ledger["action"] == "released"]
    assert released["record_id"].map(whose).groupby(released["label"]).nunique().min() >= 3
    chunks = ledger[ledger["action"].isin(["record chunk", "shared chunk"])]
    rows = pd.DataFrame(
        {
            "chunk": chunks["cause"].str.extract(r"chunk (\d+)")[0],
            "subrecord": chunks["cause"].str.extract(r"subrecord (\d+)")[0],
            "item": chunks["item"],
            "who": chunks["record_id"].map(whose),
        }
    )
    assert rows.groupby(["chunk", "item"])["who"].nunique().min() >= 3
    pairs = rows.merge(rows, on=["chunk", "subrecord", "who"])
    assert pairs.groupby(["chunk", "item_x", "item_y"])["who"].nunique().min() >= 3


def by_records(at: Path) -> None:
    """Publish by records, and promise persons."""
    api.anonymize_disassociation(at / "source.csv", at / "r", ledger=at / "old.csv", overwrite=True, **HOW)
    path = at / "r" / "manifest.json"
    fields = json.loads(path.read_text())
    fields["parameters"]["person"] = True
    fields["guarantee"] = Disassociation(**fields["parameters"]).guarantee
    path.write_text(json.dumps(fields))
    clusters = api.verify(at / "r")
    assert not clusters.messages


@pytest.mark.slow
def test_a_release_of_fewer_persons_is_found(at: Path) -> None:
    """All baskets of a cluster of one person: in records all is well."""
    by_records(at)
    old = pd.read_csv(at / "old.csv", dtype=str, keep_default_na=False)
    shutil.copyfile(at / "old.csv", at / "ledger.csv")
    homes = old[old["action"] == "released"].set_index("record_id")["label"]
    alone = {record for record, cluster in homes.items() if cluster == homes.iloc[0]}
    change(at / "source.csv", lambda rows: rows.assign(who=rows["who"].where(~rows["record_id"].isin(alone), "p0")))
    answer = api.verify(at / "r", **owned(at))
    assert not answer.satisfied and answer.complete
    assert answer.checks["cluster_persons"] >= 1 and answer.checks["smallest_cluster_persons"] == 1
    assert any("fewer than 3 persons" in message for message in answer.messages)


@pytest.mark.parametrize("fault", ["a row less", "a row more", "another subrecord", "another cluster", "no clusters"])
def test_another_ledger_tells_nothing(at: Path, fault: str) -> None:
    def wrong(rows: pd.DataFrame) -> pd.DataFrame:
        chunk = rows.index[rows["action"] == "record chunk"][0]
        place = rows.index[rows["action"] == "released"][0]
        if fault == "a row less":
            return rows.drop(chunk)
        if fault == "a row more":
            return pd.concat([rows, rows.loc[[chunk]].assign(item="zebra")])
        if fault == "another subrecord":
            rows.loc[chunk, "cause"] = "cluster 1, chunk 1, subrecord 0"
        if fault == "another cluster":
            rows.loc[place, "label"] = str(int(rows.loc[place, "label"]) + 1)
        return rows[rows["action"] != "released"] if fault == "no clusters" else rows

    change(at / "ledger.csv", wrong)
    answer = api.verify(at / "r", **owned(at))
    assert not answer.satisfied and not answer.complete and not answer.messages
    assert any("not those of this release" in sentence for sentence in answer.not_checked)


def test_another_source_tells_nothing(at: Path) -> None:
    change(at / "source.csv", lambda rows: rows[rows["record_id"] != "r00"])
    answer = api.verify(at / "r", **owned(at))
    assert not answer.complete and not answer.messages
    assert any("not those of this release" in sentence for sentence in answer.not_checked)


def test_a_link_is_refused(at: Path) -> None:
    link = pd.DataFrame({"record_id": ["1"], "person_id": ["p1"]})
    with pytest.raises(BadInput, match="disassociated release has none"):
        api.verify(at / "r", link=link)


@pytest.mark.slow
def test_few_persons_hold_a_sensitive_item(at: Path) -> None:
    given: dict[str, Any] = {"sensitive": ["a"], "diversity": 2, "person": "who", "ledger": at / "s.csv"}
    api.anonymize_disassociation(at / "source.csv", at / "s", **given, **HOW)
    owner = owned(at, ledger=at / "s.csv", sensitive=["a"])
    answer = api.verify(at / "s", **owner)
    assert answer.satisfied and answer.checks["diversity_persons"] == answer.checks["diversity"] == 0
    assert "for the person by any record" in answer.guarantee
    assert not api.verify(at / "s", **{**owner, "person": ""}).complete
    # of every cluster only one person: whoever holds the item, all do
    change(at / "source.csv", lambda rows: rows.assign(who="p0"))
    answer = api.verify(at / "s", **owner)
    assert answer.checks["diversity_persons"] > 0 and answer.checks["diversity"] == 0
    assert any("persons of a cluster hold a sensitive item" in message for message in answer.messages)


@pytest.mark.parametrize("value", [False, 1, "yes"])
def test_a_manifest_says_that_persons_are_counted_or_nothing(at: Path, value: object) -> None:
    path = at / "r" / "manifest.json"
    fields = json.loads(path.read_text())
    fields["parameters"]["person"] = value
    path.write_text(json.dumps(fields))
    with pytest.raises(BadInput, match="'person' in the manifest"):
        api.verify(at / "r")


@pytest.mark.slow
def test_examples_are_told_where_persons_count(at: Path) -> None:
    """The ledger also has the cluster of each record, which is no change of an item."""
    release = api.anonymize_disassociation(at / "source.csv", at / "more", person="who", examples=2, **HOW)
    assert len(release.utility.details.examples) == 2
