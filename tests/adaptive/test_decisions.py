"""Items to keep are in every record as they were, whatever the group; items that are dropped are nowhere."""

import random
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.taxonomy import Taxonomy
from tests.adaptive.data import in_one_way
from tests.data import few

TREE = Taxonomy(
    {item: group for group, items in (("left", "abcd"), ("right", "efgh")) for item in items}
    | {"left": "all", "right": "all"},
    "all",
)


def records(seed: int) -> list[list[str]]:
    draw = random.Random(seed)
    return [sorted({*draw.sample("abcdefgh", draw.randint(2, 4)), *draw.sample("xy", draw.randint(0, 1))})
            for _ in range(50)]  # fmt: skip


def made(folder: Path, seed: int, **how: object) -> tuple[api.Release, pd.DataFrame]:
    with in_one_way():
        release = api.anonymize_adaptive(
            records(seed), folder / "r.csv", rho="0.3", sensitive=["x", "y"], taxonomy=TREE, m=2, seed="s",
            record_ids="keep", **how,
        )  # type: ignore[arg-type]  # fmt: skip
    assert api.verify(folder / "r.csv").satisfied
    return release, pd.read_csv(folder / "r.csv", dtype=str)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(2))
def test_what_is_kept_is_in_every_record_and_what_is_dropped_in_none(tmp_path: Path, seed: int) -> None:
    asked = [("a", "keep"), ("e", "keep"), ("b", "drop")]
    release, rows = made(tmp_path, seed, constraints=asked, ledger=tmp_path / "ledger.csv")
    data = records(seed)
    for item in ("a", "e"):
        assert set(rows[rows["item"] == item]["record_id"].astype(int)) == {
            at for at, held in enumerate(data, 1) if item in held
        }
    assert "b" not in set(rows["item"])
    told = release.constraints
    assert told and (told.items_kept, told.items_not_kept, told.items_dropped) == (2, 0, 1)
    ledger = pd.read_csv(tmp_path / "ledger.csv", dtype=str)
    gone = ledger[ledger["item"] == "b"]
    assert len(gone) == sum("b" in held for held in data)
    assert Counter(gone["action"]) == {"suppressed": len(gone)} and set(gone["cause"]) == {"dropped, as was asked for"}
    assert release.utility["ncp"] >= len(gone) / sum(map(len, data))


@pytest.mark.whole
def test_without_a_wish_these_items_are_generalized_or_suppressed(tmp_path: Path) -> None:
    """The test above would pass for a method that touches nothing."""
    _, rows = made(tmp_path, 0)
    data = records(0)
    assert any((rows["item"] == item).sum() < sum(item in held for held in data) for item in ("a", "e"))


def test_what_adaptive_cannot_keep_to_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="1 item to keep is sensitive"):
        made(tmp_path, 0, constraints=[("x", "keep")])
    with pytest.raises(BadParameter, match=r"adaptive cannot keep to at_most \(row 1 of constraints\)"):
        made(tmp_path, 0, constraints=[("a", "at_most", "left")])
    assert not (tmp_path / "r.csv").exists()


@pytest.mark.whole
def test_what_constraints_cost_is_told(tmp_path: Path) -> None:
    """The NCP of the release that is made without them, with the same seed."""
    release, _ = made(tmp_path, 1, constraints=[("b", "drop")])
    (tmp_path / "free").mkdir()
    free, _ = made(tmp_path / "free", 1)
    assert release.constraints and release.constraints.ncp_without == free.utility.ncp
    assert (release.utility.ncp or 0) > (free.utility.ncp or 0)


@pytest.mark.whole
def test_utility_reads_a_dropped_item_as_the_run_did(tmp_path: Path) -> None:
    release, rows = made(tmp_path, 2, cost="ncp", constraints=[("a", "drop")])
    assert "left" in set(rows["item"])
    found = api.utility(records(2), tmp_path / "r.csv", taxonomy=TREE, constraints=[("a", "drop")])
    assert found.kl_divergence == pytest.approx(release.utility.kl_divergence)
    blind = api.utility(records(2), tmp_path / "r.csv", taxonomy=TREE)
    assert blind.kl_divergence != pytest.approx(release.utility.kl_divergence)
