"""Items that are dropped are nowhere in the pieces; items to keep are in term chunks only where they have to be."""

import random
from pathlib import Path

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from tests.data import few

K, M = 3, 2


def records(seed: int) -> list[list[str]]:
    draw = random.Random(seed)
    weights = [1 / (1 + at) for at in range(12)]
    return [sorted(set(draw.choices("abcdefghijkl", weights, k=draw.randint(2, 5)))) for _ in range(60)]


def made(folder: Path, seed: int, **how: object) -> tuple[api.Release, pd.DataFrame, pd.DataFrame]:
    release = api.anonymize_disassociation(records(seed), folder, k=K, m=M, cluster_size=12, seed="s", **how)  # type: ignore[arg-type]
    assert release.verification and release.verification.satisfied and not api.verify(folder).messages
    return release, pd.read_parquet(folder / "subrecords.parquet"), pd.read_parquet(folder / "terms.parquet")


@pytest.mark.whole
@pytest.mark.parametrize("seed", few(2))
def test_what_is_dropped_is_in_no_piece(tmp_path: Path, seed: int) -> None:
    release, rows, terms = made(tmp_path / "r", seed, constraints=[("b", "drop")], ledger=tmp_path / "ledger.csv")
    assert "b" not in {*rows["item"], *terms["item"]}
    assert release.constraints and release.constraints.items_dropped == 1
    ledger = pd.read_csv(tmp_path / "ledger.csv")
    assert set(ledger[ledger["item"] == "b"]["action"]) == {"taken out"}
    assert (ledger["item"] == "b").sum() == sum("b" in record for record in records(seed))


@pytest.mark.whole
@pytest.mark.parametrize("seed", few(3))
def test_an_item_to_keep_is_a_term_only_where_it_must(tmp_path: Path, seed: int) -> None:
    """In each cluster: fewer than k records hold it, or no other item could take its place in the term chunk."""
    _, _, before = made(tmp_path / "before", seed, refine=False)
    release, rows, terms = made(tmp_path / "after", seed, refine=False, constraints=[("a", "keep"), ("b", "keep")])
    told = release.constraints
    assert told and told.items_kept + told.items_not_kept == 2
    assert told.items_not_kept == len({"a", "b"} & set(terms["item"]))
    for item in ("a", "b"):
        assert (terms["item"] == item).sum() <= (before["item"] == item).sum()
        for cluster in terms[terms["item"] == item]["cluster_id"]:
            others = terms[(terms["cluster_id"] == cluster) & ~terms["item"].isin(["a", "b"])]
            chunked = rows[(rows["cluster_id"] == cluster) & ~rows["item"].isin(["a", "b"])]
            assert len(others) or not len(chunked)


@pytest.mark.whole
def test_the_least_frequent_item_stays_a_chunk_where_it_is_to_be_kept(tmp_path: Path) -> None:
    """Three chunks with too few subrecords: without a wish the least frequent item becomes the term."""
    data = [["a"]] * 4 + [["b"]] * 3 + [["a", "b"]]
    found = []
    for constraints in (None, [("b", "keep")]):
        folder = tmp_path / f"{constraints is None}"
        api.anonymize_disassociation(data, folder, k=3, m=2, cluster_size=9, seed="s", constraints=constraints)
        found.append(set(pd.read_parquet(folder / "terms.parquet")["item"]))
    assert found == [{"b"}, {"a"}]


def test_other_rules_and_sensitive_items_to_keep_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match=r"disassociation cannot keep to prefer \(row 1 of constraints\)"):
        made(tmp_path / "r", 1, constraints=[("a", "prefer", "2")])
    with pytest.raises(BadInput, match="1 item to keep is sensitive"):
        made(tmp_path / "r", 1, constraints=[("a", "keep")], sensitive=["a"])
    assert not (tmp_path / "r").exists()


@pytest.mark.whole
def test_what_constraints_cost_is_told(tmp_path: Path) -> None:
    """The share of the rows in chunks of the release that is made without them, with the same seed."""
    how = {"sensitive": ["c"], "safe": True}
    release, rows, _ = made(tmp_path / "wished", 2, constraints=[("a", "drop")], **how)
    free, more, _ = made(tmp_path / "free", 2, **how)
    told, all_rows = release.constraints, sum(map(len, records(2)))
    assert told and told.kept_share_without == free.utility.kept_share == len(more) / all_rows
    assert told.ncp_without is None and release.utility.kept_share == len(rows) / all_rows
