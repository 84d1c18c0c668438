"""What is suggested against all settings tried by brute force, and the diagnosis against data made for it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.commands.comparisons import suggestion as suggestion_words
from setanon_sql.comparing.results import Figures, Row
from setanon_sql.comparing.settings import Setting
from setanon_sql.comparing.suggesting import Diagnosis, Search, Suggestion
from setanon_sql.errors import BadParameter
from setanon_sql.registry import ModelName
from setanon_sql.settings import Settings
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.trace import Statement
from tests.adaptive.data import in_one_way
from tests.data import skewed

DATA, PARENT = skewed(5, items=20, records=120, longest=4, flat=3)
RECORDS, TREE = [sorted(record) for record in DATA], Taxonomy(PARENT, "top")
GRID = {"k": (2, 4, 8), "m": (1, 2)}


@pytest.fixture(scope="module")
def every() -> Sequence[Row]:
    how: dict[str, Any] = {"costs": ("ncp",), "recodings": ("cut",), "optimum": 0, "seed": "1"}
    return api.compare(RECORDS, **GRID, taxonomy=TREE, **how).settings


@pytest.mark.slow
@pytest.mark.parametrize("limit", [0.001, 0.05, 0.6, 0.9])
def test_the_strongest_are_those_of_brute_force(every: Sequence[Row], limit: float) -> None:
    """Of all that fit those with no other one of at least their k and m; the loss grows with both here."""
    fitting = {(row.setting.k, row.setting.m) for row in every if row.loss is not None and row.loss <= limit}
    best = {(k, m) for k, m in fitting if not any((a, b) != (k, m) and a >= k and b >= m for a, b in fitting)}
    found = api.suggest(RECORDS, **GRID, taxonomy=TREE, max_loss=limit, recodings=("cut",), seed="1", sample=0)
    assert {(row.setting.k, row.setting.m) for row in found.strongest} == best
    assert {one.name for one in found.not_tried}.isdisjoint(row.setting.name for row in found.tried)
    by_ncp = [row for row in found.tried if row.setting.cost == "ncp"]
    assert len(found.not_tried) + len(by_ncp) == len(every)
    losses = {row.setting: row.loss for row in every}
    assert all(row.loss == pytest.approx(losses[row.setting]) for row in by_ncp)


@pytest.mark.whole
def test_after_a_sample_the_strongest_are_those_of_all_records(every: Sequence[Row]) -> None:
    how: dict[str, Any] = {"taxonomy": TREE, "max_loss": "0.2", "recodings": ("cut",), "seed": "1"}  # local: by lot
    whole = api.suggest(RECORDS, **GRID, **how, sample=0)
    found = api.suggest(RECORDS, **GRID, **how, sample=60)
    assert [row.setting for row in found.strongest] == [row.setting for row in whole.strongest]
    assert all(row.records == 120 and not row.sampled for row in found.strongest)
    assert {row.records for row in found.tried} == {60, 120} and found.sample == 60


def test_where_ncp_costs_too_much_bits_are_tried_and_suggested() -> None:
    """By NCP all three cost too much; by bits k = 2 does not."""

    class Rows:
        def row(self, setting: Setting) -> Row:
            lost = 0.03 if setting.cost == "bits" and setting.k == 2 else 0.4
            return Row(setting=setting, records=9, figures=Figures(use_lost=lost))

    search = Search(Rows(), 0.1)  # type: ignore[arg-type]
    strongest = search.run([Setting(model="km", k=k, m=2) for k in (2, 3, 5)])
    assert [row.setting.name for row in strongest] == ["km k=2 m=2 (bits)"]
    assert [row.setting.name for row in search.rows.values()] == [
        "km k=2 m=2", "km k=2 m=2 (bits)", "km k=3 m=2", "km k=3 m=2 (bits)",
    ]  # fmt: skip


def test_where_a_cut_costs_too_much_local_recoding_is_suggested() -> None:
    """By local recoding m = 2 does; bits are not asked for then."""

    class Rows:
        def row(self, setting: Setting) -> Row:
            lost = 0.03 if setting.recoding == "local" and setting.m == 2 else 0.4
            return Row(setting=setting, records=9, figures=Figures(use_lost=lost))

    search = Search(Rows(), 0.1, locally=True)  # type: ignore[arg-type]
    strongest = search.run([Setting(model="km", k=2, m=m) for m in (2, 3)])
    assert [row.setting.name for row in strongest] == ["km k=2 m=2 (local)"]
    assert [row.setting.name for row in search.rows.values()] == [
        "km k=2 m=2", "km k=2 m=2 (local)", "km k=2 m=3", "km k=2 m=3 (local)", "km k=2 m=3 (bits)",
    ]  # fmt: skip


def troubled() -> list[list[str]]:
    """25 items that six records hold, each time with a; two of the six hold z, too."""
    return [["a", f"r{number // 6:02}", *(["z"] if number % 6 < 2 else [])] for number in range(150)]


@pytest.mark.slow
def test_items_that_make_a_setting_costly_are_found() -> None:
    """Only z together with another item is held by fewer than three records: without z nothing is to be lost."""
    found = api.suggest(troubled(), k=(3,), m=(2,), max_loss="0.1", seed="1")
    (one,) = found.diagnoses
    rest = [[item for item in record if item not in one.items] for record in troubled()]
    (row,) = api.compare(rest, k=(3,), m=(2,), optimum=0).settings
    assert one.items == ("z",) and one.loss_without == row.loss == 0 and (one.row.loss or 0) > 0.1
    rows, left = sum(map(len, troubled())), sum(map(len, rest))
    assert one.items_ratio == pytest.approx(1 - left / rows)
    assert [weaker.setting.name for weaker in one.weaker] == ["km k=3 m=1"]
    told = found.to_json()["diagnoses"][0]
    assert told["items_left_out"] == len(one.items) and "items" not in told
    assert found.to_json(show_values=True)["diagnoses"][0]["items"] == list(one.items)


def telling() -> list[list[str]]:
    """Of 60 records 30 hold s, and each of these an item that nobody else holds; h tells nothing, and p is nobody's."""
    return [[f"o{at:02}", "s"] if at % 2 else ["a", "h"] if at % 4 else ["a", "b"] for at in range(60)]


@pytest.mark.slow
@pytest.mark.parametrize(("model", "rho"), [("rho", "0.6"), ("adaptive", "0.3")])
def test_sensitive_items_that_make_a_setting_costly_are_found(model: ModelName, rho: str) -> None:
    """Who knows any other item of a record knows s; all of it goes, or what tells it. Without s nothing is lost."""
    items = sorted({item for record in telling() for item in record})
    tree = Taxonomy(dict.fromkeys(items, "top"), "top")
    how: dict[str, Any] = {"models": (model,), "m": (1,), "rho": (rho,), "sensitive": ["s", "h"], "taxonomy": tree}
    with in_one_way():
        found = api.suggest(telling(), **how, max_loss="0.05", seed="1")
        (one,) = found.diagnoses
        assert one.items == ("s",) and one.sensitive_items == 1 and (one.row.loss or 0) > 0.05
        rest = [[item for item in record if item != "s"] for record in telling()]
        (row,) = api.compare(rest, **(how | {"sensitive": ["h"]}), seed="1").settings
    assert one.loss_without == row.loss
    assert one.items_ratio == pytest.approx(30 / sum(map(len, telling())))
    told = found.to_json()["diagnoses"][0]
    assert (told["items_left_out"], told["sensitive_left_out"]) == (1, 1) and "items" not in told


@pytest.mark.slow
def test_what_is_sensitive_is_never_left_out_as_a_whole() -> None:
    """Then nothing would be protected; and items of pieces are not looked at."""
    for model, more in (("rho", {"rho": ("0.6",), "sensitive": ["s"]}), ("disassociation", {"k": (8,)})):
        found = api.suggest(
            RECORDS if "k" in more else telling(), models=(model,), m=(1,), **more, max_loss="0.001", seed="1"
        )  # type: ignore[arg-type]
        (one,) = found.diagnoses
        assert not one.items and one.loss_without is None


@pytest.mark.slow
def test_k_anonymity_is_proposed_where_any_number_of_items_may_be_known() -> None:
    how: dict[str, Any] = {"k": (3,), "max_loss": "0.9", "seed": "1", "sample": 0}
    found = api.suggest(RECORDS, m=(None,), taxonomy=TREE, **how)
    assert [row.setting.name for row in found.tried] == ["km k=3 m=any", "kanonymity k=3"]
    assert not any(
        row.setting.model == "kanonymity" for row in api.suggest(RECORDS, m=(1,), taxonomy=TREE, **how).tried
    )
    assert not any(row.setting.model == "kanonymity" for row in api.suggest(RECORDS, m=(None,), **how).tried)


@pytest.mark.slow
def test_who_could_be_found_is_counted_of_what_fits_and_nothing_of_the_source() -> None:
    statements: list[Statement] = []
    how: dict[str, Any] = {"taxonomy": TREE, "sample": 0, "settings": Settings(statements=statements)}
    found = api.suggest(RECORDS, **GRID, max_loss="0.9", **how)
    assert found.strongest and all(row.figures.singled_out_ratio == 0 for row in found.strongest)
    assert all(row.figures.at_risk_before is None for row in found.tried)
    statements.clear()
    found = api.suggest(RECORDS, **GRID, max_loss="0.00001", **how)
    assert all((row.figures.singled_out_ratio is None) == ((row.loss or 0) > 0.00001) for row in found.tried)
    assert any(row.figures.singled_out_ratio is None for row in found.tried)


@pytest.mark.slow
@pytest.mark.parametrize("m", [1, None])
def test_rho_is_not_proposed_in_silence_where_records_could_be_matched(m: int | None) -> None:
    """Each of the items o.. is somebody's alone, and stays where it tells nothing."""
    people = [[f"o{at:02}", "a" if at % 2 else "b", *(["s"] if at % 3 == 0 else [])] for at in range(60)]
    found = api.suggest(people, models=("rho",), m=(m,), rho=("0.5",), sensitive=["s"], max_loss="0.9", seed="1")
    (row,) = found.strongest
    words = suggestion_words(found)
    if m is None:
        assert "rho rho=0.5 m=any does not keep anybody from being found" in " ".join(words.split())
        return
    (alone,) = api.compare(people, models=("rho",), m=(m,), rho=("0.5",), sensitive=["s"], seed="1").settings
    assert row.figures.singled_out_ratio == alone.figures.singled_out_ratio and row.figures.singled_out_ratio > 0.4
    assert "could be matched by up to 1 known item." in " ".join(words.split()) and "singled out" in words
    assert found.summary().sentences[-1] == row.exposed != ""


def test_what_a_sample_shows_is_called_an_upper_bound() -> None:
    setting = Setting(model="km", k=5, m=2)
    whole, sampled = (
        Row(setting=setting, records=n, sampled=n < 9, figures=Figures(use_lost=lost))
        for n, lost in ((9, 0.2), (3, 0.4))
    )
    why = Diagnosis(row=whole, compared=sampled, items=("z",), items_ratio=0.1, loss_without=0.05)
    found = Suggestion(max_loss=0.1, records=9, sample=3, tried=(sampled, whole), diagnoses=(why,))
    words = " ".join(suggestion_words(found).split())
    assert (
        "km k=5 m=2 costs 20.00 %. It costs 40.00 % on a sample of 3 records, which shows more loss than all" in words
    )
    assert (
        "Without 1 item, which has 10.00 % of the rows, it costs the others 5.00 %" in words and "upper bound" in words
    )
    assert found.to_json()["diagnoses"][0]["sample_loss"] == 0.4
    words = " ".join(suggestion_words(replace(found, diagnoses=(Diagnosis(row=sampled),))).split())
    assert "km k=5 m=2 costs at most about 40.00 %, on a sample" in words


@pytest.mark.slow
def test_a_workload_is_the_measure_where_there_is_one() -> None:
    """Items that stay are counted rightly, whatever becomes of the others."""
    how: dict[str, Any] = {"k": (4,), "m": (1,), "seed": "1", "workload": [["i00"]]}
    (row,) = api.compare(RECORDS, **how, optimum=0).settings
    assert row.loss == row.figures.workload_error == 0 and (row.figures.together_error or 0) > 0
    found = api.suggest(RECORDS, **how, max_loss="0.001", sample=0)
    assert [fitting.setting for fitting in found.strongest] == [row.setting]


def test_strength_is_a_partial_order() -> None:
    km = {(k, m): Setting(model="km", k=k, m=m) for k in (2, 5) for m in (1, 2, None)}
    for (k, m), one in km.items():
        for (a, b), other in km.items():
            stronger = k >= a and (m or 99) >= (b or 99)
            assert one.as_strong_as(other) == stronger
    safe, plain = (Setting(model="disassociation", k=2, m=1, cluster_size=30, safe=safe) for safe in (True, False))
    assert safe.as_strong_as(plain) and not plain.as_strong_as(safe)
    assert not safe.as_strong_as(km[2, 1]) and not km[2, 1].as_strong_as(safe)


@pytest.mark.parametrize("wrong", [0, 1, "2", "-0.1", "five"])
def test_a_loss_is_a_share(wrong: object) -> None:
    with pytest.raises(BadParameter):
        api.suggest(RECORDS, max_loss=wrong)  # type: ignore[arg-type]
