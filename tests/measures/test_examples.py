"""Records before and after, told in four ways, against the released file with record ids that were kept."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.measures.examples import Example, places_of
from setanon_sql.settings import Settings
from setanon_sql.taxonomy import Taxonomy
from tests.adaptive.data import in_one_way

PARENT = dict.fromkeys("abcd", "left") | dict.fromkeys("efgh", "right") | {"left": "all", "right": "all"}
TREE = Taxonomy(PARENT, "all")
LEAVES = {"left": 4, "right": 4, "all": 8}
HIDDEN = ["x", "y"]


def records(seed: int, letters: str = "abcdefgh") -> dict[str, list[str]]:
    """Records by their id, as people call them."""
    draw = random.Random(seed)
    weights = [1 / (1 + at) for at in range(len(letters))]
    return {
        f"person {at}": sorted({*draw.choices(letters, weights, k=draw.randint(1, 4)), *draw.sample("xy", at % 2)})
        for at in range(40)
    }


def frame(data: dict[str, list[str]]) -> pd.DataFrame:
    rows = [(name, item) for name, held in data.items() for item in held]
    return pd.DataFrame(rows, columns=["record_id", "item"])


def path(item: str) -> list[str]:
    return [item, *path(PARENT[item])] if item in PARENT else [item]


def oracle(data: dict[str, list[str]], released: Path, leaves: int) -> list[tuple[str, float, dict[str, str | None]]]:
    """Each record with its loss and what became of its items, those that lost most first; from a file that kept ids."""
    rows = pd.read_csv(released, dtype=str)
    held = {name: set(some) for name, some in rows.groupby("record_id")["item"]}
    found = []
    for at, name in enumerate(sorted(data)):
        became = {item: next((one for one in path(item) if one in held.get(name, ())), None) for item in data[name]}
        costs = [1.0 if to is None else 0.0 if to == item else LEAVES[to] / leaves for item, to in became.items()]
        found.append((-sum(costs) / len(costs), -len(costs), at, name, became))
    return [(name, -loss, became) for loss, _, _, name, became in sorted(found, key=lambda one: one[:3])]


def plain(one: Example) -> tuple[str, float, dict[str, str | None]]:
    return one.record, pytest.approx(one.loss), {item.item: item.released_as for item in one.items}


Make = Callable[..., api.Release]
HOW: dict[str, tuple[Make, dict[str, Any], int]] = {
    "km": (api.anonymize_km, {"k": 7, "m": 2, "taxonomy": TREE, "exceptions": "none"}, 8),
    "rho": (api.anonymize_rho, {"rho": "0.3", "m": 2, "sensitive": HIDDEN}, 10),
    "adaptive": (
        api.anonymize_adaptive,
        {"rho": "0.2", "m": 2, "sensitive": HIDDEN, "taxonomy": TREE, "cost": "ncp"},
        8,
    ),
}


@pytest.mark.whole
@pytest.mark.parametrize("model", [pytest.param(one, marks=[pytest.mark.slow] * (one != "km")) for one in HOW])
def test_records_before_and_after_are_those_of_the_released_file(tmp_path: Path, model: str) -> None:
    """Told when the release is made, by kept ids, by the ledger; of km also from labels alone."""
    make, how, leaves = HOW[model]
    data = records(5)
    if model == "km":
        data = {name: [item for item in held if item not in HIDDEN] for name, held in data.items()}
    with in_one_way():
        kept = make(frame(data), tmp_path / "k.csv", seed="s", record_ids="keep", examples=7, **how)
        shuffled = make(frame(data), tmp_path / "s.csv", seed="s", ledger=tmp_path / "l.csv", examples=7, **how)
    expected = oracle(data, tmp_path / "k.csv", leaves)
    chosen = [expected[at - 1] for at in places_of(len(expected), 7)]
    assert len({loss for _, loss, _ in expected}) > 2, "the data should tell losses apart"
    more = {"taxonomy": TREE} if "taxonomy" in how else {}
    asked = {"examples": 7, **more}
    told = [kept.utility, shuffled.utility, api.utility(frame(data), tmp_path / "k.csv", **asked)]
    told.append(api.utility(frame(data), tmp_path / "s.csv", ledger=tmp_path / "l.csv", **asked))
    if model == "km":
        told.append(api.utility(frame(data), tmp_path / "s.csv", **asked))
    else:
        with pytest.raises(BadParameter, match="which record of the release is which cannot be told"):
            api.utility(frame(data), tmp_path / "s.csv", **asked)
    for measures in told:
        examples = measures.details.examples
        assert [plain(one) for one in examples] == chosen
        assert [(one.rank, one.of) for one in examples] == [(at, len(expected)) for at in places_of(len(expected), 7)]


@pytest.mark.slow
def test_pieces_of_a_record_are_those_of_the_release(tmp_path: Path) -> None:
    data = records(3)
    made = api.anonymize_disassociation(
        frame(data), tmp_path / "r", k=3, m=2, cluster_size=9, seed="s", sensitive=["x"], ledger=tmp_path / "l.parquet",
        examples=len(data),
    )  # fmt: skip
    again = api.utility(frame(data), tmp_path / "r", examples=len(data), ledger=tmp_path / "l.parquet", seed="s")
    examples = made.utility.details.examples
    assert again.details.examples == examples and {one.record for one in examples} == set(data)
    assert [one.loss for one in examples] == sorted((one.loss for one in examples), reverse=True)
    rows = pd.read_parquet(tmp_path / "r" / "subrecords.parquet")
    terms = pd.read_parquet(tmp_path / "r" / "terms.parquet")
    pieces = {
        f"cluster {cluster}, chunk {chunk}, subrecord {number}": sorted(some["item"])
        for (cluster, chunk, number), some in rows.groupby(["cluster_id", "chunk_id", "subrecord_id"])
    }
    in_terms = {f"terms, cluster {one}": set(some["item"]) for one, some in terms.groupby("cluster_id")}
    assert any(one.parts[-1][0] in in_terms for one in examples)
    for one in examples:
        assert sorted(item.item for item in one.items) == data[one.record]
        pairs = apart = 0
        for item in one.items:
            assert item.released_as == item.item
            assert item.item in (pieces | in_terms)[item.part]
            others = [other for other in one.items if other is not item]
            pairs += len(others)
            apart += sum(other.part != item.part or item.part in in_terms for other in others)
        for part, labels in one.parts:
            assert part in in_terms or sorted(labels) == pieces[part]
        assert one.loss == pytest.approx(apart / pairs if pairs else 0)
    assert not made.utility.details.to_json()["examples"][0].keys() & {"record", "became"}


def test_places_go_from_first_to_last_in_equal_steps() -> None:
    assert [list(places_of(9, number)) for number in (1, 2, 3, 5)] == [[5], [1, 9], [1, 5, 9], [1, 3, 5, 7, 9]]
    assert list(places_of(4, 9)) == [1, 2, 3, 4] and list(places_of(1, 3)) == [1] and list(places_of(0, 3)) == []
    for records in range(2, 30):
        for number in range(2, records + 1):
            places = list(places_of(records, number))
            assert len(set(places)) == number and (places[0], places[-1]) == (1, records)


@pytest.mark.slow
def test_a_ledger_of_another_release_is_refused(tmp_path: Path) -> None:
    data, other = records(1), records(2)
    for name, some in (("one", data), ("two", other)):
        api.anonymize_rho(
            frame(some), tmp_path / f"{name}.csv", rho="0.3", m=2, sensitive=HIDDEN, ledger=tmp_path / f"{name}-l.csv",
            seed="s",
        )  # fmt: skip
        api.anonymize_disassociation(
            frame(some), tmp_path / name, k=3, m=2, ledger=tmp_path / f"{name}-p.csv", seed=name
        )
    for release, ledger in (("one.csv", "two-l.csv"), ("one", "two-p.csv"), ("one.csv", "one-p.csv")):
        with pytest.raises(BadInput, match="the ledger is not that of this release"):
            api.utility(frame(data), tmp_path / release, examples=1, ledger=tmp_path / ledger)
    frame(data).to_csv(tmp_path / "no.csv", index=False)
    with pytest.raises(BadInput, match=r"no\.csv is no ledger"):
        api.utility(frame(data), tmp_path / "one.csv", examples=1, ledger=tmp_path / "no.csv")
    with pytest.raises(BadParameter, match="which pieces of the release are of which record"):
        api.utility(frame(data), tmp_path / "one", examples=1)
    with pytest.raises(BadParameter, match="say how many"):
        api.utility(frame(data), tmp_path / "one.csv", ledger=tmp_path / "one-l.csv")


@pytest.mark.slow
def test_kept_ids_of_another_source_are_refused(tmp_path: Path) -> None:
    data = records(1)
    api.anonymize_rho(frame(data), tmp_path / "r.csv", rho="0.3", m=2, sensitive=HIDDEN, record_ids="keep")
    renamed = {f"another {name}": held for name, held in data.items()}
    with pytest.raises(BadInput, match="record ids of the release are not in the source"):
        api.utility(frame(renamed), tmp_path / "r.csv", examples=1)


@pytest.mark.slow
@pytest.mark.parametrize("show_values", [False, True])
@pytest.mark.parametrize("tier", ["internal", "public"])
def test_a_report_shows_records_to_their_owner_alone(tmp_path: Path, tier: Any, show_values: bool) -> None:
    """Only where it is internal, and with values; nobody else may read an internal file."""
    page = tmp_path / "r.html"
    api.anonymize_rho(
        frame(records(1)), tmp_path / "r.csv", rho="0.3", m=2, sensitive=HIDDEN, examples=2,
        report=api.Report(page, tier), settings=Settings(show_values=show_values),
    )  # fmt: skip
    text = page.read_text(encoding="utf-8")
    assert ("Records before and after" in text) == (tier == "internal")
    assert bool(re.search(r"person \d", text)) == (tier == "internal" and show_values)
    assert (page.stat().st_mode & 0o777 == 0o600) == (tier == "internal")
    assert ("made with --show-values" in text) == (tier == "internal" and not show_values)


@pytest.mark.slow
def test_utility_writes_a_page_of_its_own(tmp_path: Path) -> None:
    data, page = frame(records(1)), tmp_path / "u.html"
    api.anonymize_km(data, tmp_path / "r.csv", k=4, m=2)
    how = Settings(show_values=True)
    found = api.utility(data, tmp_path / "r.csv", examples=3, report=api.Report(page), settings=how)
    text = page.read_text(encoding="utf-8")
    assert all(one.record in text for one in found.details.examples) and "NCP" in text
    assert replace(found.details.examples[0], record="").loss > 0
    with pytest.raises(BadParameter, match="internal"):
        api.utility(data, tmp_path / "r.csv", report=api.Report(page, "public"))
