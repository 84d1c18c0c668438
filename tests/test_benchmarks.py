"""The benchmarks measure what they say, and the reference they compare with is right."""

import random
import subprocess
import sys
from collections import Counter
from itertools import combinations
from math import log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import (
    adaptive,
    engines,
    growth,
    measure_adaptive,
    measure_levels,
    measure_plans,
    plans,
    plots,
    reference_aa,
    trees,
)
from benchmarks.growth import exponent
from benchmarks.harness import ROOT, Lab, Row, Run, run, table
from setanon_sql.engine import DuckDBEngine
from tests.strategies import examples

LINES = ["a;P;T", "b;P;T", "c;Q;R;T", "d;Q;R;T", "e;e;R;T"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> trees.Tree:
    path = tmp_path_factory.mktemp("tree") / "tree.csv"
    path.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return trees.read_tree(path)


def test_a_child_is_measured_with_its_exit_code_and_answer() -> None:
    made = run([sys.executable, "-c", "print('{\"a\": 1}'); raise SystemExit(1)"], 60)
    assert (made.exit, made.answer, made.trouble) == (1, {"a": 1}, "")
    assert made.seconds > 0


@pytest.mark.slow
def test_the_peak_memory_of_a_child_is_its_own_where_the_parent_is_small() -> None:
    child = "x = b'x' * 200_000_000"
    parent = (
        f"import sys; from benchmarks.harness import run; print(run([sys.executable, '-c', {child!r}], 60).megabytes)"
    )
    found = subprocess.run([sys.executable, "-c", parent], cwd=ROOT, capture_output=True, text=True, check=True)
    assert 200 < float(found.stdout) < 400


def test_a_child_that_fails_or_hangs_gives_no_figure() -> None:
    assert run([sys.executable, "-c", "raise ValueError('bad')"], 60).trouble.startswith("exit 1: ValueError")
    assert run([sys.executable, "-c", "import nothing_of_that_name"], 60).trouble == "not available"
    slow = run([sys.executable, "-c", "import time; time.sleep(60)"], 0.2)
    assert slow.exit == -9 and slow.trouble == "stopped after 0 s"


def test_the_lab_takes_medians_and_the_table_shows_them(tmp_path: Path) -> None:
    lab = Lab(None, tmp_path, repeat=2)
    row, _ = lab.measure("case", "setting", [sys.executable, "-c", "print('{\"a\": 1}')"])
    row.figures["ratio"] = 2.0
    lab.skip("other", "setting", "no real data")
    assert row.runs == 2
    assert [line.split()[0] for line in table(lab.rows).splitlines()] == ["case", "case", "other"]
    assert "ratio 2" in table(lab.rows)


def test_a_row_is_printed_with_its_figures_before_the_next_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lab, command = Lab(None, tmp_path, repeat=1, aloud=True), [sys.executable, "-c", "print('{\"a\": 1}')"]
    row, _ = lab.measure("first", "setting", command)
    row.figures["ratio"] = 2.0
    assert capsys.readouterr().out == ""
    lab.measure("second", "setting", command)
    printed = capsys.readouterr().out.split()
    assert (printed[0], printed[3], printed[-1]) == ("first", "s", "2")
    lab.tell()
    assert capsys.readouterr().out.startswith("second")


@pytest.mark.parametrize(("what", "refined"), [([], True), (["whole"], True), (["steps"], False)])
def test_plain_python_refines_where_it_is_asked_to(tmp_path: Path, what: list[str], refined: bool) -> None:
    path = tmp_path / "data.txt"
    path.write_text("a b c\na b d\na b\nb c\n" * 9, encoding="utf-8")
    ran = run([sys.executable, "-m", "benchmarks.reference_disassociation", str(path), *what], 60)
    assert ran.answer["seconds"] > 0
    assert ("whole_seconds" in ran.answer, "kept_share_refined" in ran.answer) == (refined, refined)


def test_the_exponent_of_a_power_is_found() -> None:
    assert exponent([(n, 3 * n**1.25) for n in (10, 100, 1000)]) == pytest.approx(1.25)


def test_growth_is_measured_from_size_to_size_and_a_command_that_is_stopped_is_not_tried_larger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = {"audit km m=2": (1.0, 20.0), "audit km m=3": (None, None)}
    lab = Lab(None, tmp_path, quick=True, match=("audit km",))

    def measure(case: str, setting: str, command: list[str], repeat: int = 0) -> tuple[Row, Run]:
        assert repeat == 0 and command[command.index("--memory-limit") + 1] == "4GB"
        taken = seconds[case]["10,000" in setting]
        lab.rows.append(Row(case, setting, taken, 2 * taken if taken else None, trouble="" if taken else "stopped"))
        return lab.rows[-1], Run(1.0, 1.0, 1, "{}", "")

    monkeypatch.setattr(growth, "made", lambda *_: True)
    monkeypatch.setattr(lab, "measure", measure)
    growth.growth(lab)
    assert [(row.case, row.seconds) for row in lab.rows] == [
        ("audit km m=2", 1.0), ("audit km m=2", 20.0), ("audit km m=3", None), ("audit km m=3", None),
    ]  # fmt: skip
    assert lab.rows[1].figures["exponent_processors"] == pytest.approx(log(20) / log(10))
    assert [row.trouble for row in lab.rows[2:]] == ["stopped", "not done with fewer records"]


def test_time_is_told_for_each_set_where_sets_grow_faster_than_records() -> None:
    def rows(*sets: int) -> list[tuple[int, Row]]:
        taken = zip((10, 100, 1000), (1.0, 30.0, 900.0), sets, strict=True)
        return [(n, Row("x", "", seconds, seconds, figures={"sets": many})) for n, seconds, many in taken]

    found = growth.exponents(rows(1, 40, 1600))
    assert found["exponent_seconds"] == pytest.approx(log(30) / log(10))
    assert found["by_sets_seconds"] == pytest.approx(log(30) / log(10) - log(4) / log(10))
    assert "by_sets_seconds" not in growth.exponents(rows(1, 9, 81))
    assert growth.exponents(rows(1, 40, 1600)[:1]) == {}
    assert growth.answered({"violations": 7}) == 7
    assert growth.answered({"violations": 7, "verified": {"sets_counted": 9}}) == 9


def test_ncp_by_hand(tree: trees.Tree) -> None:
    assert tree.leaves == {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "P": 2, "Q": 2, "R": 3, "T": 5}
    assert tree.upwards("e") == ["e", "R", "T"]
    support = {"a": 3, "b": 1, "c": 4, "e": 2}
    found = trees.ncp(support, frozenset({"P", "c"}), tree)
    assert found == {"ncp_%": pytest.approx(36.0), "suppressed_%": 20.0, "items_kept": 1.0, "labels": 2}


@examples(60)
@given(st.lists(st.frozensets(st.sampled_from("abcde"), min_size=1), min_size=2, max_size=12), st.integers(1, 3))
def test_the_reference_is_anonymous_by_brute_force(tree: trees.Tree, baskets: list[frozenset[str]], m: int) -> None:
    recoding = reference_aa.Recoding(baskets, tree)
    reference_aa.anonymize(recoding, 2, m)
    published = [frozenset(recoding.stands_for[item] for item in basket) for basket in baskets]
    known = {items for record in published for size in range(1, m + 1) for items in combinations(sorted(record), size)}
    assert all(sum(set(items) <= record for record in published) >= 2 for items in known)


@pytest.mark.slow
@given(st.lists(st.frozensets(st.sampled_from("abcde"), min_size=1), min_size=1, max_size=8))
@examples(30)
def test_frequent_itemsets_of_all_levels_by_brute_force(tree: trees.Tree, baskets: list[frozenset[str]]) -> None:
    held = measure_levels.masks(baskets, tree)
    extended = [{node for item in basket for node in tree.upwards(item)[:-1]} for basket in baskets]
    assert set(held) == set().union(*extended)
    sets = Counter(
        nodes
        for record in extended
        for size in range(1, len(record) + 1)
        for nodes in combinations(sorted(record), size)
        if not any(above in tree.upwards(node)[1:] for node in nodes for above in nodes)
    )
    assert measure_levels.top_itemsets(held, tree, 1000) == set(sets)
    best = sorted(sets.values(), reverse=True)[:5]
    assert sorted((sets[nodes] for nodes in measure_levels.top_itemsets(held, tree, 5)), reverse=True) == best


@pytest.mark.slow
def test_a_plot_has_a_panel_for_each_measure_and_a_line_for_each_setting(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    rows = [{"rho": rho, "setting": one, "loss": rho / 2, "loss_sd": 0.1} for rho in (0.3, 0.5) for one in ("a", "b")]
    files = plots.draw(
        rows, tmp_path / "figure", along="rho", measures=["loss", "absent"], lines=["setting"], title="F"
    )
    assert [file.name for file in files] == ["figure.png", "figure.svg"]
    assert files[0].read_bytes().startswith(b"\x89PNG")
    drawn = files[1].read_text(encoding="utf-8")
    assert [f"<!-- {text} -->" in drawn for text in ("loss", "absent", "rho", "a", "b", "F")] == [
        True, False, True, True, True, True,
    ]  # fmt: skip


@pytest.mark.slow
def test_losses_of_many_originals_are_those_of_each() -> None:
    from benchmarks.disassociation_losses import losses
    from setanon_sql.measures.pieces import Compared, folder_utility
    from setanon_sql.models.disassociation.method import disassociate
    from setanon_sql.models.disassociation.parameters import Disassociation
    from tests.data import dataset_of
    from tests.disassociation_data import folder, random_records

    with DuckDBEngine() as engine:
        data = dataset_of(engine, list(random_records(random.Random(7))))
        tables, _ = folder(engine, disassociate(data, Disassociation(2, 2, 6)), data.items)
        found = losses(data, tables, 2, 2, top=20)
        alone = [folder_utility(data, tables, 2, how=Compared(1, str(seed), 20)) for seed in range(2)]
    for name in ("tkd", "re_top", "tkd_a", "re_a_top", "tlost", "kept_share"):
        assert found[name] == pytest.approx(sum(one[name] for one in alone) / 2), name
    assert found["averaged"][1]["re_top"] == pytest.approx(alone[0]["re_top"])


def test_the_error_of_a_mean_over_originals_by_hand() -> None:
    from benchmarks.disassociation_losses import errors

    before = {0: {(1, 2): 4}, 200: {(201, 202): 1}}
    samples = [{0: {(1, 2): 2, (1, 3): 2}}, {0: {(1, 2): 4}}]
    assert errors(before, samples) == {"re_top": pytest.approx((1 / 3.5 + 2) / 2), "re": 2}


def test_the_plain_refine_gives_figure_3() -> None:
    from benchmarks.reference_disassociation import verpart
    from benchmarks.reference_refine import refine, tables
    from tests.disassociation_data import FIGURE_2

    clusters = [[frozenset(record) for record in FIGURE_2[at : at + 5]] for at in (0, 5)]
    splits = [verpart(cluster, 3, 2) for cluster in clusters]
    made = tables(clusters, splits, refine(clusters, splits, 3), 3, 2)
    assert made["clusters"] == [(0, 2, "simple", 5), (1, 2, "simple", 5), (2, -1, "joint", 10)]
    shared = [item for cluster, _, _, item in made["subrecords"] if cluster == 2]
    assert sorted(shared) == ["ikea"] * 4 + ["ruby"] * 4
    assert sorted(made["terms"]) == [(0, "viagra"), (1, "panic disorder"), (1, "playboy")]


def test_the_divergence_of_lgps_spreads_a_label_over_the_leaves_that_occur() -> None:
    before, under = Counter(a=4, b=2, c=1, d=1), {"A": ["a", "b", "x"]}
    found = measure_adaptive.divergence(before, Counter(A=4, c=4), under)
    # a and b have 2 of 8 occurrences each, c has 4; d is gone
    assert abs(found["kl_paper"] - (1 / 2 * log(2) + 1 / 8 * log(1 / 4))) < 1e-12
    assert abs(found["kl_gone"] - 1 / 8) < 1e-12


@pytest.mark.parametrize(("thresholds", "highest"), [(adaptive.ONE, 0.9), (adaptive.THREE, 0.7)])
def test_thresholds_of_the_benchmark_are_reached_from_below(thresholds: str, highest: float) -> None:
    frequency = {"a": 0.5, "b": 0.3, "c": 0.001}
    reached = {
        item: 0.3 + factor * frequency[item] for item, factor in adaptive._factors(thresholds, frequency).items()
    }
    assert highest - 1e-3 < reached["a"] <= highest and 0.3 <= reached["c"] < reached["b"] < reached["a"]


def test_a_sample_is_the_same_for_a_seed_and_made_of_lines_of_the_file(tmp_path: Path) -> None:
    from benchmarks.disassociation_experiments import draw_records

    path, names = tmp_path / "all.txt", ("one", "again", "other")
    path.write_text("".join(f"{n}\n" for n in range(1000)), encoding="utf-8")
    for name, seed in zip(names, (1, 1, 2), strict=True):
        draw_records(path, tmp_path / name, 0.95, seed)
    one, again, other = ((tmp_path / name).read_text(encoding="utf-8").splitlines() for name in names)
    assert one == again != other
    assert one == sorted(set(one), key=int) and 900 < len(one) < 990


def test_a_statement_whose_rows_grow_with_the_square_of_the_data_is_found() -> None:
    profiled = []
    for records in (100, 1000):
        profiles = measure_plans.Profiles()
        with DuckDBEngine(threads=1) as engine:
            for name, others in (("linear", ""), ("square", f", range({records}) AS u")):
                text = f"SELECT count(*) FROM range({records}) AS t{others}"
                profiles.begin(engine.connection, name)
                engine.execute(name, text)
            profiles.keep()
        profiled.append(profiles.rows)
    found = list(plans.grown(*profiled, most=12, least=1000))
    assert {one.statement for one in found} == {"square"}
    assert (found[0].smaller, found[0].larger, found[0].times) == (100**2, 1000**2, 100)
    assert next(iter(plans.told(found))).split()[0] == "100.0"
    assert list(plans.told([])) == ["no operator"]


# -- engines beside each other


def test_engines_are_told_as_the_table_of_the_documentation() -> None:
    rows = {
        "DuckDB": Row("audit", "DuckDB", 2.04, 3.06, figures={"same": True}),
        "PostgreSQL": Row("audit", "PostgreSQL", 9.0, 8.0, figures={"same": False}),
        "Spark": Row("audit", "Spark", trouble="stopped after 9 s"),
    }
    assert engines.tabled({"audit": rows}, ["DuckDB", "PostgreSQL", "Spark", "Spark, here"]).splitlines() == [
        "|  | DuckDB | PostgreSQL | Spark | Spark, here |",
        "| --- | --- | --- | --- | --- |",
        "| `audit` | 2.0 (3.1) | 9.0 (8.0), another answer | stopped after 9 s | – |",
    ]


def test_engines_take_turns_and_the_work_of_a_server_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[str] = []

    def ran(command: list[str], _: float) -> Run:
        said.append(command[command.index("--db") + 1])
        return Run(1.0, 10.0, 0, '{"n": 1}', "", 2.0)

    monkeypatch.setattr(engines, "run", ran)
    worked = iter(range(0, 100, 5))
    places = [
        engines.Place("one", "first", "t", "o", "a", runs=3),
        engines.Place("two", "second", "t", "o", "a", ("--work", "here"), runs=2, busy=lambda: float(next(worked))),
        engines.Place("three", "third", "t", "o", "a"),
    ]
    found = engines._beside(Lab(None, tmp_path), "audit", ("audit", "{source}"), places)
    assert said == ["first", "second", "third", "first", "second", "first"]
    assert [row.processors for row in found.values()] == [2.0, 7.0, 2.0]
    assert all(row.figures == {"same": True} for row in found.values())


@pytest.mark.parametrize("file", [True, False])
def test_the_bytes_of_a_file_are_not_compared_with_rows(file: bool) -> None:
    answers = [{"ncp": 0.1, "sha256": {"safe": fingerprint}} for fingerprint in ("of rows", "of bytes")]
    same = engines._comparable(answers[0], file) == engines._comparable(answers[1], file)
    assert same == file
