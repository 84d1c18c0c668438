"""A comparison against what the commands say one by one, and against brute force."""

import csv
import io
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.comparing import Bench, Grid, Inputs, Plan, Row, Setting, answers, fronts
from setanon_sql.comparing.aims import CLOSE, open_settings
from setanon_sql.comparing.figures import with_usable
from setanon_sql.comparing.results import GAINS, OBJECTIVES, Figures
from setanon_sql.comparing.settings import strength
from setanon_sql.comparing.shared import Shared
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter
from setanon_sql.options.trials import Compare
from setanon_sql.query.templates import all_rows, columns_of
from setanon_sql.registry import ModelName
from setanon_sql.settings import Settings
from setanon_sql.sources.sampling import sample_records, without_items
from setanon_sql.taxonomy import Taxonomy, encode, flat_nodes
from setanon_sql.trace import Statement
from tests import lent
from tests.adaptive.data import in_one_way
from tests.data import dataset_of, skewed
from tests.oracle.km import holders_at_risk
from tests.strategies import examples

DATA, PARENT = skewed(3, items=24, records=160, longest=6, flat=2)
RECORDS = [sorted(record) for record in DATA]
TREE = Taxonomy(PARENT, "top")
SENSITIVE = ["i03", "i05"]
WORKLOAD = [["i00", "i01"], ["i02"], ["i09", "i00"]]
SEED = "7"


@pytest.fixture(scope="module")
def found() -> tuple[api.Comparison, list[Statement]]:
    statements: list[Statement] = []
    with in_one_way():
        made = api.compare(
            RECORDS,
            models=("km", "rho", "adaptive", "disassociation"),
            k=(3, 500),
            m=(2,),
            rho=("0.4",),
            sensitive=SENSITIVE,
            taxonomy=TREE,
            workload=WORKLOAD,
            costs=("ncp",),
            optimum=0,
            safe=True,
            seed=SEED,
            settings=Settings(statements=statements),
        )
    return made, statements


def row_of(comparison: api.Comparison, name: str) -> Row:
    (row,) = [row for row in comparison.settings if row.setting.name == name]
    return row


def usable(released: list[set[str]]) -> tuple[float, float]:
    """The items, and the sensitive rows, whose count is at most a tenth off, in plain Python."""
    before, after = (Counter(item for record in records for item in record) for records in (DATA, released))
    good = {item for item, n in before.items() if 0.9 * n <= after[item] <= 1.1 * n}
    rows = sum(before[item] for item in SENSITIVE)
    return len(good) / len(before), sum(before[item] for item in good & {*SENSITIVE}) / rows


def records_of(path: Path, place: str = "record_id") -> list[set[str]]:
    """The records (or what else has a number of its own) of a released file."""
    held_items: dict[str, set[str]] = {}
    for row in csv.DictReader(path.read_text().splitlines()):
        held_items.setdefault(row[place], set()).add(row["item"])
    return list(held_items.values())


def usable_of(row: Row) -> tuple[float | None, float | None]:
    return row.figures.items_usable_ratio, row.figures.sensitive_usable_ratio


def held(row: Row, release: api.Release, utility: api.Measures) -> None:
    """The measures of a row are those of the release and of utility, where they tell the same."""
    own = row.utility.to_json()
    for told in (release.utility.to_json(), utility.to_json()):
        assert {name: told[name] for name in told.keys() & own.keys()} == pytest.approx(
            {name: own[name] for name in told.keys() & own.keys()}, nan_ok=False
        )
    assert row.figures.workload_error == pytest.approx(utility["workload_relative_error_mean"])
    assert row.figures.ncp == pytest.approx(release.utility.ncp) if release.utility.ncp is not None else True


@pytest.mark.whole
def test_a_row_of_k_anonymity_is_what_the_commands_say(tmp_path: Path) -> None:
    """Of any known items, beside km for any; the loss is exact, and utility tells it where record ids were kept."""
    how: dict[str, Any] = {"k": (3, 500), "taxonomy": TREE, "workload": WORKLOAD, "seed": SEED}
    comparison = api.compare(RECORDS, models=("km", "kanonymity"), m=(None,), optimum=0, **how)
    row, out = row_of(comparison, "kanonymity k=3"), tmp_path / "whole.csv"
    given: dict[str, Any] = {"taxonomy": TREE, "workload": WORKLOAD, "seed": SEED}
    release = api.anonymize_kanonymity(RECORDS, out, k=3, record_ids="keep", **given)
    utility = api.utility(RECORDS, out, **given)
    held(row, release, utility)
    assert utility.ncp == pytest.approx(release.utility.ncp) and utility.lm == pytest.approx(release.utility.lm)
    assert "all with the same labels" in row.setting.guarantee and "m" not in row.setting.parameters
    assert row.figures.at_risk_before == api.audit_kanonymity(RECORDS, k=3).at_risk / 160
    assert "500" in row_of(comparison, "kanonymity k=500").problem
    api.anonymize_kanonymity(RECORDS, tmp_path / "new.csv", k=3, taxonomy=TREE)
    assert api.utility(RECORDS, tmp_path / "new.csv", taxonomy=TREE).ncp is None


@pytest.mark.slow
def test_who_is_found_by_any_number_of_known_items_is_counted(tmp_path: Path) -> None:
    how: dict[str, Any] = {"k": (3,), "rho": ("0.4",), "m": (None,), "sensitive": SENSITIVE, "seed": SEED, "optimum": 0}
    comparison = api.compare(RECORDS, models=("km", "rho"), taxonomy=TREE, recodings=("cut",), **how)
    row = next(row for row in comparison.settings if row.setting.model == "km")
    at_risk = holders_at_risk([*DATA], range(len(DATA)), 3, None)
    assert row.figures.at_risk_before == len(at_risk) / len(DATA) and row.figures.singled_out_ratio == 0
    assert row.figures.residual_risk is None

    out = tmp_path / "rho.csv"
    api.anonymize_rho(RECORDS, out, rho="0.4", sensitive=SENSITIVE, seed=SEED)
    row = next(row for row in comparison.settings if row.setting.model == "rho")
    released = records_of(out)
    alone = len(holders_at_risk(released, range(len(released)), 2, None))
    assert row.figures.singled_out_ratio == alone / len(DATA) and alone
    assert "could be matched by any number of known items." in row.exposed


@pytest.mark.whole
def test_a_row_of_coherence_is_what_the_commands_say(tmp_path: Path) -> None:
    """Its guarantee stands apart: neither with those of km nor with those of rho."""
    how: dict[str, Any] = {"sensitive": SENSITIVE, "workload": WORKLOAD, "seed": SEED}
    models: tuple[ModelName, ...] = ("km", "coherence")
    comparison = api.compare(RECORDS, models=models, k=(3, 500), h=("1", "0.4"), optimum=0, **how)
    row, out = row_of(comparison, "coherence k=3 m=2 h=0.4"), tmp_path / "coherent.csv"
    model: dict[str, Any] = {"k": 3, "h": "0.4", "sensitive": SENSITIVE}
    release = api.anonymize_coherence(RECORDS, out, m=2, workload=WORKLOAD, seed=SEED, **model)
    held(row, release, api.utility(RECORDS, out, workload=WORKLOAD, seed=SEED))
    before, after = api.audit_coherence(RECORDS, m=2, **model), api.audit_coherence(out, m=3, **model)
    assert row.figures.at_risk_before == before.at_risk / len(RECORDS) and before.at_risk
    assert row.figures.residual_risk == after.at_risk / after.records
    assert row.figures.sensitive_rows_left_ratio == 1
    assert row_of(comparison, "coherence k=500 m=2").figures.items_kept == len(SENSITIVE)
    (tmp_path / "wish.csv").write_text("record_id,item\n1,i03\n")
    (personal,) = api.compare(RECORDS, models=("coherence",), sensitive=tmp_path / "wish.csv").settings
    assert "names records" in personal.problem
    aims = [(answer.aim, answer.row.setting.model) for answer in comparison.answers]
    assert {("counts of items", "km"), ("counts of items", "coherence")} <= set(aims)


def test_the_guarantee_of_coherence_says_no_more_than_it_holds() -> None:
    with pytest.raises(BadParameter, match="none are listed"):
        api.compare(RECORDS, models=("coherence",), h=("0.4",))
    loose, strict, km = Grid(models=("coherence", "km"), h=("1", "1/3")).settings()
    assert strict.as_strong_as(loose) and not loose.as_strong_as(strict) and not km.as_strong_as(loose)
    assert strength(loose) < strength(strict) and strict.promise != loose.promise
    assert "none of them sensitive" in loose.guarantee and "infers" not in loose.guarantee
    assert "more than 33.3333 % confidence" in strict.guarantee and strict.parameters["h"] == "1/3"
    assert "persons" in replace(strict, person=True).guarantee


def singled_out(release: Path, m: int) -> float:
    """Return the share of the records that alone hold some ``m`` items of a release, counted by hand."""
    records: dict[str, set[str]] = {}
    for line in release.read_text().splitlines()[1:]:
        record, item = line.split(",", 1)
        records.setdefault(record, set()).add(item)
    sets = [
        {frozenset(some) for size in range(1, m + 1) for some in combinations(sorted(record), size)}
        for record in records.values()
    ]
    holders = Counter(some for held_sets in sets for some in held_sets)
    return sum(any(holders[some] == 1 for some in held_sets) for held_sets in sets) / len(RECORDS)


@pytest.mark.slow
def test_a_row_of_km_is_what_the_commands_say(found: tuple[api.Comparison, list[Statement]], tmp_path: Path) -> None:
    row, out = row_of(found[0], "km k=3 m=2"), tmp_path / "km.csv"
    release = api.anonymize_km(RECORDS, out, k=3, m=2, taxonomy=TREE, optimum=0, seed=SEED, workload=WORKLOAD)
    held(row, release, api.utility(RECORDS, out, taxonomy=TREE, workload=WORKLOAD))
    before, after = api.audit_km(RECORDS, k=3, m=2), api.audit_km(out, k=3, m=3)
    assert row.figures.at_risk_before == before.at_risk_by_size()[2] / before.records
    assert row.figures.residual_risk == after.at_risk_by_size()[3] / after.records
    assert after.at_risk_by_size()[2] == 0 and row.figures.items_kept == release.utility.items_kept
    assert row.figures.singled_out_ratio == singled_out(out, 2) == 0
    assert usable_of(row) == pytest.approx(usable(records_of(out)))
    assert row.figures.items_kept_ratio == (release.utility.items_kept or 0) / len({i for r in RECORDS for i in r})


@pytest.mark.whole
def test_a_row_of_rho_is_what_the_commands_say(found: tuple[api.Comparison, list[Statement]], tmp_path: Path) -> None:
    row, out = row_of(found[0], "rho rho=0.4 m=2"), tmp_path / "rho.csv"
    release = api.anonymize_rho(RECORDS, out, rho="0.4", m=2, sensitive=SENSITIVE, seed=SEED, workload=WORKLOAD)
    held(row, release, api.utility(RECORDS, out, workload=WORKLOAD))
    before = api.audit_rho(RECORDS, rho="0.4", m=2, sensitive=SENSITIVE)
    after = api.audit_rho(out, rho="0.4", m=3, sensitive=SENSITIVE)
    assert row.figures.at_risk_before == before.at_risk / len(RECORDS)
    assert row.figures.residual_inference == after.at_risk / len(RECORDS) and row.figures.residual_risk is None
    assert row.figures.singled_out_ratio == singled_out(out, 2) and singled_out(out, 2) > 0
    assert row.figures.suppressed_ratio == release.utility.suppressed_ratio
    assert usable_of(row) == pytest.approx(usable(records_of(out)))


@pytest.mark.whole
def test_a_row_of_adaptive_is_what_the_commands_say(
    found: tuple[api.Comparison, list[Statement]], tmp_path: Path
) -> None:
    row, out = row_of(found[0], "adaptive rho=0.4 m=2"), tmp_path / "adaptive.csv"
    with in_one_way():
        release = api.anonymize_adaptive(
            RECORDS, out, rho="0.4", m=2, sensitive=SENSITIVE, taxonomy=TREE, seed=SEED, workload=WORKLOAD
        )
    assert row.utility.to_json() == pytest.approx(release.utility.to_json())
    assert row.figures.ncp == release.utility.ncp
    before = api.audit_adaptive(RECORDS, rho="0.4", m=2, sensitive=SENSITIVE)
    assert row.figures.at_risk_before == before.at_risk / len(RECORDS)
    assert usable_of(row) == pytest.approx(usable(records_of(out)))


@pytest.mark.whole
@pytest.mark.parametrize("safe", [False, True])
def test_a_row_of_disassociation_is_what_the_commands_say(
    found: tuple[api.Comparison, list[Statement]], tmp_path: Path, safe: bool
) -> None:
    row = row_of(found[0], "disassociation k=3 m=2" + " (safe)" * safe)
    release = api.anonymize_disassociation(
        RECORDS, tmp_path / "apart", k=3, m=2, safe=safe, sensitive=SENSITIVE, seed=SEED, workload=WORKLOAD
    )
    utility = api.utility(RECORDS, tmp_path / "apart", seed=SEED, workload=WORKLOAD)
    held(row, release, utility)
    assert (row.figures.top_itemsets_lost, row.figures.pair_error) == pytest.approx((utility.tkd, utility.re_top))
    attacks = [api.attack_cover(tmp_path / "apart", m=m).release for m in (2, 3)]
    shares = [attack.links[-1].linked / attack.subrecords for attack in attacks]
    assert [row.figures.linked_ratio, row.figures.linked_beyond_ratio] == shares
    (subrecords,) = (tmp_path / "apart").glob("subrecords.*")
    (terms,) = (tmp_path / "apart").glob("terms.*")
    alone = [{row["item"]} for row in pq.read_table(terms).to_pylist()]
    pieces: dict[int, set[str]] = {}
    for line in pq.read_table(subrecords).to_pylist():
        pieces.setdefault(line["subrecord_id"], set()).add(line["item"])
    assert usable_of(row) == pytest.approx(usable([*pieces.values(), *alone]))


@pytest.mark.whole
def test_a_workload_may_be_counts_in_sql(tmp_path: Path) -> None:
    """Beside the pairs of frequent items, which are counted as they are without a workload."""
    counts = {"long": "SELECT count(*) FROM (SELECT record_id FROM source GROUP BY record_id HAVING count(*) > 3) AS l"}
    how: dict[str, Any] = {"k": (3,), "models": ("disassociation", "km"), "optimum": 0, "seed": SEED, "taxonomy": TREE}
    how |= {"costs": ("ncp",), "recodings": ("cut",)}
    pieces, km = api.compare(RECORDS, **how, workload=counts).settings
    (other,) = api.compare(RECORDS, **how | {"models": ("disassociation",)}).settings
    assert pieces.figures.pair_error == pytest.approx(other.figures.pair_error)  # sums of floats, in any order
    api.anonymize_disassociation(RECORDS, tmp_path / "apart", k=3, m=2, seed=SEED)
    found = api.utility(RECORDS, tmp_path / "apart", seed=SEED, workload=counts)
    assert pieces.figures.workload_error == pytest.approx(found["workload_relative_error_mean"])
    (query,) = km.utility.details.workload
    assert query.support == sum(len(record) > 3 for record in DATA) and query.deviation is not None
    assert km.figures.workload_error == pytest.approx(query.relative_error)


@pytest.mark.whole
def test_what_cannot_be_reached_is_a_row_that_says_so(found: tuple[api.Comparison, list[Statement]]) -> None:
    bad = [row for row in found[0].settings if not row.reached]
    assert {row.setting.k for row in bad} == {500} and len(bad) == 4
    assert all(row.problem and not row.best for row in bad)


@pytest.mark.whole
def test_the_source_is_read_once_and_what_settings_share_is_counted_once(
    found: tuple[api.Comparison, list[Statement]],
) -> None:
    names = Counter(statement.name for statement in found[1])
    assert names["sources/dataset/item_table"] == 4  # the source; what is workload, with each name of its column
    assert names["measures/workload/true_supports"] == 1
    assert names["measures/workload/leading_items"] == 1


def lost_and_off(records: list[set[str]], released: list[set[str]]) -> tuple[float, float]:
    """The share of the most frequent itemsets lost, and the mean error of pairs, where items are suppressed only."""

    def top(data: list[set[str]]) -> set[tuple[str, ...]]:
        support = Counter(
            one for record in data for size in range(1, len(record) + 1) for one in combinations(sorted(record), size)
        )
        return {one for one, _ in sorted(support.items(), key=lambda pair: (-pair[1], len(pair[0]), pair[0]))[:1000]}

    before = top(records)
    support = Counter(item for record in records for item in record)
    leading = sorted(support, key=lambda item: (-support[item], item))[:20]
    errors = []
    for pair in combinations(leading, 2):
        old, new = (sum(set(pair) <= record for record in data) for data in (records, released))
        if old or new:
            errors.append(abs(old - new) / ((old + new) / 2))
    return 1 - len(before & top(released)) / len(before), sum(errors) / len(errors)


@pytest.mark.whole
def test_lost_itemsets_and_errors_of_pairs_are_those_of_brute_force(tmp_path: Path) -> None:
    draw = random.Random(2)
    records = [set(draw.choices("abcdefgh", [8, 7, 6, 5, 2, 2, 1, 1], k=draw.randint(1, 5))) for _ in range(60)]
    (row,) = api.compare([sorted(one) for one in records], k=(6,), m=(2,), optimum=0).settings
    api.anonymize_km([sorted(one) for one in records], tmp_path / "r.csv", k=6, m=2, optimum=0, record_ids="keep")
    released: dict[str, set[str]] = {}
    for line in (tmp_path / "r.csv").read_text().splitlines()[1:]:
        number, item = line.split(",")
        released.setdefault(number, set()).add(item.strip('"'))
    assert (row.figures.top_itemsets_lost, row.figures.pair_error) == pytest.approx(
        lost_and_off(records, list(released.values()))
    )
    assert (row.figures.pair_error or 0) > 0


@pytest.mark.whole
def test_of_a_sample_the_settings_to_take_are_tried_again_on_all_records(monkeypatch: pytest.MonkeyPatch) -> None:
    from setanon_sql.pipeline import opening

    calls, read = [], opening.open_source
    monkeypatch.setattr(opening, "open_source", lambda *given: calls.append(given) or read(*given))
    how: dict[str, Any] = {"k": (2, 3), "m": (1,), "algorithms": ("improved", "paper"), "taxonomy": TREE, "seed": "4"}
    found = api.compare(RECORDS, **how, costs=("ncp",), recodings=("cut",), sample=60)
    tried = [row for row in found.settings if row.sampled]
    exact = [row for row in found.settings if not row.sampled]
    assert len(tried) == 4 and {row.records for row in tried} == {60}
    assert {one.row.setting for one in answers(tried)} <= {row.setting for row in exact}
    assert open_settings(found.settings) == []
    assert all(not one.row.sampled for one in found.answers)
    assert {row.records for row in exact} == {160} and found.sample == 60
    assert len(calls) == 1
    all_of_it = api.compare(RECORDS, k=(2, 3), m=(1,), taxonomy=TREE, seed="4")
    figures = {row.setting: row.figures.ncp for row in all_of_it.settings}
    assert all(row.figures.ncp == figures[row.setting] for row in exact if row.setting.algorithm == "improved")


_FIGURE = st.sampled_from([None, 0.0, 0.1, 0.2])


@st.composite
def rows(draw: st.DrawFn) -> Row:
    setting = Setting(model="km", k=draw(st.sampled_from([2, 3])), m=draw(st.sampled_from([1, 2])))
    figures = Figures(**{name: draw(_FIGURE) for name in (*OBJECTIVES, *GAINS)})
    problem = draw(st.sampled_from(["", "", "", "too few"]))
    return Row(setting=setting, records=9, sampled=draw(st.booleans()), figures=figures, problem=problem)


@examples(200)
@given(st.lists(rows(), max_size=8))
def test_the_front_is_that_of_brute_force(data: list[Row]) -> None:
    def value(row: Row, name: str) -> float:
        figure = getattr(row.figures, name)
        return 99.0 if figure is None else float(figure)

    def gain(row: Row, name: str) -> float:
        figure = getattr(row.figures, name)
        return -99.0 if figure is None else float(figure)

    for at, row in enumerate(fronts(data)):
        rivals = [
            other
            for other in data
            if other.reached
            and (other.setting.k, other.setting.m, other.sampled) == (row.setting.k, row.setting.m, row.sampled)
        ]
        beaten = False
        for other in rivals:
            differences = [value(other, name) - value(row, name) for name in OBJECTIVES]
            differences += [gain(row, name) - gain(other, name) for name in GAINS]
            beaten |= max(differences) <= 0 and min(differences) < 0
        assert row == replace(data[at], best=row.reached and not beaten)


def rated(model: ModelName, k: int, error: float | None, *, m: int = 2, sampled: bool = False) -> Row:
    size = {"cluster_size": 30} if model == "disassociation" else {}
    setting = Setting(model=model, k=k, m=m, **size)
    return Row(setting=setting, records=9, sampled=sampled, figures=Figures(item_error=error))


def test_for_an_aim_the_strongest_is_taken_that_is_close_or_else_the_nearest() -> None:
    close = [rated("km", 3, 0.05), rated("disassociation", 5, 0.09), rated("km", 5, 0.02), rated("km", 10, 0.11)]
    (answer,) = answers([*close, rated("km", 20, None)])
    assert (answer.aim, answer.row, answer.close) == ("counts of items", close[2], True)
    assert answer.sentence == "For counts of items km k=5 m=2: the strongest that is at most 10 % off (2.00 % off)."
    (answer,) = answers([rated("km", 3, 0.5), rated("km", 2, 0.4)])
    assert (answer.row.setting.k, answer.close) == (2, False) and "none is" in answer.sentence
    (answer,) = answers([rated("km", 3, 0.05, sampled=True), rated("km", 3, 0.3), rated("km", 2, 0.2, sampled=True)])
    assert answer.row.setting.k == 2
    assert answers([rated("km", 3, None), replace(rated("km", 3, 0.1), problem="too few")]) == ()


@examples(200)
@given(st.data())
def test_after_a_sample_the_answers_are_those_of_all_records(draw: st.DataObject) -> None:
    """Errors grow with k and m, and those of a sample are too high: as if all settings had been tried on all."""
    steps = draw.draw(st.lists(st.sampled_from([0.0, 0.02, 0.05, 0.3]), min_size=6, max_size=6))
    at = {(k, m): place for place, (m, k) in enumerate(product((1, 2), (2, 5, 10)))}
    exact = [
        rated("km", k, sum(step for (a, b), step in zip(at, steps, strict=True) if a <= k and b <= m), m=m)
        for k, m in at
    ]
    too_high = draw.draw(st.lists(st.sampled_from([1, 2, 6]), min_size=6, max_size=6))
    tried = [
        replace(row, sampled=True, figures=Figures(item_error=(row.figures.item_error or 0) * factor))
        for row, factor in zip(exact, too_high, strict=True)
    ]
    on_all = {row.setting: row for row in exact}
    rows_tried = tried
    while chosen := open_settings(rows_tried):
        rows_tried = [*rows_tried, *(on_all[setting] for setting in chosen)]
    (answer,) = answers(rows_tried)
    (expected,) = answers(exact)
    assert not answer.row.sampled and answer.close == expected.close == (steps[0] <= CLOSE)
    if expected.close:
        assert answer.row.setting == expected.row.setting


@pytest.mark.whole
def test_bits_are_tried_along_a_taxonomy_and_not_twice_where_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from setanon_sql.models.km import cut

    costs, real = [], cut.anonymize_km
    monkeypatch.setattr(cut, "anonymize_km", lambda *given, **how: costs.append(how["cost"]) or real(*given, **how))
    names = [
        row.setting.name
        for row in api.compare(RECORDS, k=(3,), m=(2,), taxonomy=TREE, optimum=0, recodings=("cut",)).settings
    ]
    assert names == ["km k=3 m=2", "km k=3 m=2 (bits)"] and costs == ["ncp", "bits"]
    assert [row.setting.cost for row in api.compare(RECORDS, k=(3,), m=(2,), optimum=0).settings] == ["ncp"]
    costs.clear()
    same = api.compare(
        [["i00"], ["i00"], ["i01"], ["i01"]], k=(2,), m=(1,), taxonomy=TREE, optimum=0, recodings=("cut",)
    ).settings
    assert costs == ["ncp"] and [row.setting.cost for row in same] == ["ncp", "bits"]
    assert same[0].figures == same[1].figures and same[1].figures.ncp == 0


@examples(60)
@given(st.lists(st.frozensets(st.sampled_from("abcdef"), min_size=1), min_size=1, max_size=12), st.integers(0, 99))
def test_errors_of_categories_and_items_are_those_of_brute_force(records: list[frozenset[str]], seed: int) -> None:
    """Items of one category become a label, or stay, or are gone: records that hold a category are counted."""
    parent = dict(zip("abcdef", "xxyyzz", strict=True)) | dict.fromkeys("xyz", "top")
    items = sorted({item for record in records for item in record})
    to = {item: random.Random(f"{seed}{item}").choice([item, parent[item], "top", None]) for item in items}
    released = [{label for item in record if (label := to[item])} for record in records]
    with lent.engine() as engine:
        dataset = dataset_of(engine, records)
        nodes = encode(engine, Taxonomy(parent, "top"), dataset)
        shared = Shared(dataset, (1,), nodes=nodes)
        ids = {str(label): int(node) for node, label in engine.rows(columns_of(nodes.nodes, "node", "label"))}
        rows = [(at, ids[label]) for at, record in enumerate(released) for label in record]
        found = shared.category_error(engine.load_rows("rows", {"record_id": int, "item": int}, rows))
        drawn = [(at, ids[item]) for at, record in enumerate(released) for item in record if item in to]
        table = engine.load_rows("drawn", {"record_id": int, "item": int}, drawn)
        hidden = engine.load("hidden", {"item": int}, [[ids[item] for item in items if item in "ace"]])
        whole = engine.load_rows("whole", {"record_id": int, "item": int}, rows)
        told = with_usable(Figures(), dataset, whole, hidden)
        (off,) = engine.row("measures/categories/item_error", items=dataset.items, drawn=table, most=100)
    supports = {item: sum(item in record for record in records) for item in items}
    good = {item for item, n in supports.items() if abs(n - sum(item in record for record in released)) <= n / 10}
    assert told.items_usable_ratio == pytest.approx(len(good) / len(items))
    secret_rows = sum(n for item, n in supports.items() if item in "ace")
    secret_share = sum(supports[item] for item in good if item in "ace") / secret_rows if secret_rows else None
    assert told.sensitive_usable_ratio == (None if secret_share is None else pytest.approx(secret_share))
    over = {label: parent.get(label, label) if label in to else label for record in released for label in record}
    held = [{over[label] for label in record} for record in released]
    errors = []
    for category in {parent[item] for item in items}:
        before = sum(any(parent[item] == category for item in record) for record in records)
        errors.append(abs(before - sum(category in record for record in held)) / before)
    assert found == pytest.approx(sum(errors) / len(errors))
    kept = [
        1 - sum(item in record for record in released) / sum(item in record for record in records) for item in items
    ]
    assert off == pytest.approx(sum(kept) / len(kept))


def test_a_row_is_told_and_written_when_it_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends the second setting leaves the first in the file, and in a line on the terminal."""
    from setanon_sql.comparing import bench

    work, tried = bench.Trial.outcome, []

    def outcome(trial: Any) -> Any:
        if tried:
            raise KeyboardInterrupt
        tried.append(trial)
        return work(trial)

    monkeypatch.setattr(bench.Trial, "outcome", outcome)
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with pytest.raises(KeyboardInterrupt):
        api.compare(RECORDS, k=(2, 3), m=(1,), optimum=0, csv=tmp_path / "grid.csv", settings=Settings(quiet=False))
    header, line = (tmp_path / "grid.csv").read_text().splitlines()
    assert header.startswith("setting,") and line.startswith("km k=2 m=1,")
    assert "setting 1 of 2, km k=2 m=1: " in stream.getvalue() and "of its use is lost" in stream.getvalue()


def test_a_grid_has_each_setting_once_with_what_its_model_knows() -> None:
    grid = Grid(models=("km", "disassociation", "km"), k=(5, 5, 10), m=(2, None), algorithms=("improved", "paper"))
    names = [one.name for one in grid.settings()]
    assert len(names) == len(set(names)) == 12
    assert "km k=10 m=any (paper)" in names and "disassociation k=5 m=2" in names
    grid = Grid(models=("km", "rho"), rho=("0.5",), algorithms=("aa",))
    assert [one.name for one in grid.settings()] == ["km k=5 m=2 (aa)", "rho rho=0.5 m=2"]
    costs = [one.name for one in Grid(costs=("ncp", "bits", "lm")).settings()]
    assert costs == ["km k=5 m=2", "km k=5 m=2 (bits)", "km k=5 m=2 (lm)"]
    more = Grid(algorithms=("improved", "paper", "aa"), more_costs=("bits",)).settings()
    assert [one.name for one in more] == ["km k=5 m=2", "km k=5 m=2 (bits)", "km k=5 m=2 (paper)", "km k=5 m=2 (aa)"]
    for wrong in (
        {"models": ("rho",)},
        {"costs": ("other",)},
        {"exceptions": ("some",)},
        {"models": ("other",)},
        {"k": (1,)},
        {"m": (0,)},
    ):
        with pytest.raises(BadParameter):
            Grid(**wrong).settings()  # type: ignore[arg-type]


@pytest.mark.whole
def test_items_beside_labels_are_tried_or_not() -> None:
    how: dict[str, Any] = {"k": (3,), "m": (2,), "costs": ("ncp",), "taxonomy": TREE, "seed": "4", "optimum": 0}
    found = api.compare(RECORDS, **how, recodings=("cut",), exceptions=("auto", "none"))
    assert [row.setting.name for row in found.settings] == ["km k=3 m=2", "km k=3 m=2 (no exceptions)"]
    for row in found.settings:
        how = row.setting.exceptions
        release = api.anonymize_km(RECORDS, k=3, m=2, exceptions=how, taxonomy=TREE, optimum=0)
        assert row.utility.ncp == release.utility["ncp"]
    assert [row.to_json()["parameters"]["exceptions"] for row in found.settings] == ["auto", "none"]


@pytest.mark.slow
def test_along_a_taxonomy_both_recodings_are_tried_where_local_can_be() -> None:
    how: dict[str, Any] = {"k": (3,), "costs": ("ncp",), "seed": "4", "optimum": 0}
    found = api.compare(RECORDS, **how, m=(2, 4, None), taxonomy=TREE)
    names = ["km k=3 m=2", "km k=3 m=2 (local)", "km k=3 m=4", "km k=3 m=any", "km k=3 m=any (local)"]
    assert [row.setting.name for row in found.settings] == names
    assert found.settings[-1].figures.rows_unchanged_ratio
    local = found.settings[1]
    assert local.setting.parameters | {"recoding": "local", "cost": "balanced"} == local.setting.parameters
    assert local.figures.rows_unchanged_ratio and local.figures.residual_risk is not None
    (alone,) = api.compare(RECORDS, **how, m=(2,)).settings
    assert alone.setting.recoding == "cut"


@pytest.mark.whole
def test_each_cost_is_tried_and_tells_its_own_measure() -> None:
    found = api.compare(RECORDS, k=(3,), m=(2,), taxonomy=TREE, recodings=("cut",), seed="4")
    losses = {row.setting.cost: row.utility for row in found.settings}
    assert found.to_json()["settings"][1]["parameters"]["cost"] == "bits"
    assert losses["bits"]["bits"] <= losses["ncp"]["bits"] and losses["ncp"]["ncp"] <= losses["bits"]["ncp"]


def test_a_sample_is_so_many_whole_records_the_same_for_a_seed(engine: DuckDBEngine) -> None:
    source = dataset_of(engine, DATA, [f"p{at}" for at in range(len(DATA))])

    def records(dataset: object, seed: str) -> dict[str, set[str]]:
        part = sample_records(source, 40, seed)
        assert part.record_ids is not None and part.records == 40
        found: dict[str, set[str]] = {}
        text = (
            f"SELECT n.source_id, i.label FROM {part.transactions.expression().sql('duckdb')} AS t "
            f"JOIN {part.items.expression().sql('duckdb')} AS i USING (item) "
            f"JOIN {part.record_ids.expression().sql('duckdb')} AS n USING (record_id)"
        )
        for name, label in engine.execute("test", text).fetchall():
            found.setdefault(name, set()).add(label)
        return found

    first = records(source, "1")
    assert first == records(source, "1") != records(source, "2") and len(first) == 40
    assert all(DATA[int(name[1:])] == items for name, items in first.items())


def test_without_some_items_the_others_are_numbered_anew(engine: DuckDBEngine) -> None:
    source = dataset_of(engine, [["a", "b"], ["a", "c"], ["b", "c"], ["a"]])
    left = without_items(source, [1])
    labels = engine.execute("test", f"FROM {left.items.expression().sql('duckdb')} ORDER BY item").fetchall()
    assert labels == [(1, "b", 2), (2, "c", 2)] and (left.rows, left.records) == (4, 4)


def tables(engine: DuckDBEngine) -> set[str]:
    return {name for (name,) in engine.execute("test", "SELECT table_name FROM duckdb_tables()").fetchall()}


def test_what_was_made_in_passing_is_gone_afterwards_and_nothing_else(engine: DuckDBEngine) -> None:
    kept = engine.empty("kept", "item")
    before = tables(engine)
    with pytest.raises(ZeroDivisionError), engine.scope():
        made = engine.empty("made", "item")
        named = engine.view(all_rows(made))
        with engine.scope():
            inner = engine.empty("inner", "item")
        assert inner.name not in tables(engine) and made.name in tables(engine)
        engine.drop(named)
        engine.append(kept, all_rows(made))
        _ = 1 / engine.count(kept)
    assert tables(engine) == before


@pytest.mark.whole
def test_a_bench_leaves_no_tables_of_its_settings() -> None:
    with lent.engine() as engine:
        plan, dataset = Plan(seed="1", optimum=0.0), dataset_of(engine, DATA)
        bench = Bench(Inputs(request=Compare([["a"]]), dataset=dataset, nodes=flat_nodes(engine, dataset)), plan, [1])
        before = tables(engine)
        settings = [Setting(model="km", k=k, m=1) for k in (2, 999)]
        assert [row.reached for row in bench.rows(settings)] == [True, False]
        assert tables(engine) == before


@pytest.mark.slow
@pytest.mark.parametrize("model", ["km", "adaptive"])
def test_items_without_a_place_that_are_dropped_cost_as_much_as_in_a_release(model: ModelName, tmp_path: Path) -> None:
    """What is tried is what would be published: a dropped item counts in the loss of either."""
    data = [["a", "b", "s"], ["a", "x"], ["b", "x"], ["a", "b"], ["a", "b", "s"], ["a", "b"]] * 4
    (tmp_path / "t.csv").write_text("label,parent\na,all\nb,all\n")
    how: dict[str, Any] = {"taxonomy": tmp_path / "t.csv", "missing": "drop", "seed": SEED}
    how |= {"sensitive": ["s"]} if model == "adaptive" else {}
    row, *_ = api.compare(data, models=[model], k=[2], m=[1], rho=["0.6"], costs=["ncp"], optimum=0, **how).settings
    made: Any = {"km": api.anonymize_km, "adaptive": api.anonymize_adaptive}[model]
    chosen = {"k": 2, "optimum": 0} if model == "km" else {"rho": "0.6"}
    release = made(data, tmp_path / "r.parquet", m=1, **chosen, **how)
    assert row.figures.ncp == release.utility.ncp and release.utility.ncp > 0
