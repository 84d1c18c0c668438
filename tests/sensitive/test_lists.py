"""Lists beside a source: what their columns may be called, what a label means, and which spellings are warned of."""

from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import read_decisions
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.measures.workload import read_workload
from setanon_sql.models.adaptive.thresholds import read_factors
from setanon_sql.query.templates import columns_of
from setanon_sql.sensitive.constraint import Constraint, read_constraint
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.taxonomy import Taxonomy
from tests.cli.program import Program

OPTIONS = SourceOptions(record_id="basket", item="prod")


@pytest.fixture
def setanon(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A source whose columns have names of its own."""
    (tmp_path / "b.csv").write_text("basket,prod\n1,HIV\n1,tea\n2,tea\n2,milk\n")
    return tmp_path


@pytest.fixture
def dataset(engine: DuckDBEngine, shop: Path) -> Dataset:
    return open_source(engine, shop / "b.csv", OPTIONS)


def labels(constraint: Constraint, engine: DuckDBEngine) -> list[str]:
    return sorted(str(label) for (label,) in engine.rows(columns_of(constraint.named, "label")))


@pytest.mark.parametrize("text", ["item\nHIV\n", "prod\nHIV\n", "HIV\n", "item,why\nHIV,law\n", "why,prod\nlaw,HIV\n"])
def test_items_for_everybody(engine: DuckDBEngine, dataset: Dataset, tmp_path: Path, text: str) -> None:
    (tmp_path / "s.csv").write_text(text)
    constraint = read_constraint(dataset, tmp_path / "s.csv", OPTIONS)
    assert labels(constraint, engine) == ["HIV"] and not constraint.personal


@pytest.mark.parametrize(
    "header", ["record_id,item", "basket,prod", "record_id,prod", "basket,item", "record_id,prod,item"]
)
def test_wishes_of_persons(engine: DuckDBEngine, dataset: Dataset, tmp_path: Path, header: str) -> None:
    (tmp_path / "s.csv").write_text(f"{header}\n1,HIV,tea\n" if header.count(",") == 2 else f"{header}\n1,HIV\n")
    constraint = read_constraint(dataset, tmp_path / "s.csv", OPTIONS)
    assert labels(constraint, engine) == ["HIV"] and constraint.personal


@pytest.mark.parametrize("item", ["item", "prod"])
def test_factors_constraints_and_weights(engine: DuckDBEngine, dataset: Dataset, tmp_path: Path, item: str) -> None:
    constraint = read_constraint(dataset, ["HIV"], OPTIONS)
    (tmp_path / "f.csv").write_text(f"factor,{item}\n0.5,HIV\n")
    (tmp_path / "c.csv").write_text(f"{item},rule\ntea,keep\n")
    (tmp_path / "w.csv").write_text(f"weight,{item}\n2,milk\n")
    assert read_factors(dataset, constraint, tmp_path / "f.csv", OPTIONS) == {"HIV": Fraction(1, 2)}
    decisions = read_decisions(engine, tmp_path / "c.csv", tmp_path / "w.csv", OPTIONS)
    assert [(rule.item, rule.rule) for rule in decisions.rows] == [("tea", "keep"), ("milk", "weight")]


def test_the_column_of_records_is_no_column_of_items(dataset: Dataset, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("item,prod\n1,HIV\n")
    options = SourceOptions(record_id="item", item="prod")
    assert read_constraint(dataset, tmp_path / "s.csv", options).personal


TREE = Taxonomy(
    {"HIV": "illness", "flu": "illness", "tea": "drink", "milk": "drink", "illness": "*", "drink": "*"}, "*"
)


def test_a_label_stands_for_the_items_under_it(engine: DuckDBEngine, dataset: Dataset) -> None:
    constraint = read_constraint(dataset, ["illness", "milk"], OPTIONS, TREE)
    assert labels(constraint, engine) == ["HIV", "milk"] and constraint.notes == ()
    wishes = read_constraint(dataset, pd.DataFrame({"record_id": [2, 2], "item": ["drink", "tea"]}), OPTIONS, TREE)
    assert wishes.wishes and engine.count(wishes.wishes) == 2 and labels(wishes, engine) == ["milk", "tea"]


def test_without_a_taxonomy_a_label_is_unknown(dataset: Dataset) -> None:
    assert any("labels of a taxonomy" in note for note in read_constraint(dataset, ["illness", "HIV"], OPTIONS).notes)
    with pytest.raises(BadInput, match="does not occur in the data"):
        read_constraint(dataset, ["illness"], OPTIONS)


def test_of_factors_the_nearest_row_counts(dataset: Dataset) -> None:
    constraint = read_constraint(dataset, ["illness", "drink"], OPTIONS, TREE)
    rows = pd.DataFrame({"item": ["*", "drink", "tea"], "factor": ["0.1", "0.2", "0.3"]})
    factors = read_factors(dataset, constraint, rows, OPTIONS, TREE)
    assert factors == {"HIV": Fraction("0.1"), "milk": Fraction("0.2"), "tea": Fraction("0.3")}
    with pytest.raises(BadInput, match=r"1 item in .*factors is in the data, but not in"):
        read_factors(dataset, read_constraint(dataset, ["HIV"], OPTIONS), rows[1:2], OPTIONS, TREE)


SPELLED = "record_id,item\n1,HIV\n1,tea\n2,hiv \n2,tea\n3, HiV\n3,Tea\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "option", "items"),
    [
        ("audit rho b.csv --rho 0.5 --sensitive HIV.csv", "--sensitive", "2 items of the data differ"),
        ("anonymize rho b.csv --out o.csv --rho 0.5 --sensitive HIV.csv", "--sensitive", "2 items of the data differ"),
        ("compare b.csv --model rho --rho 0.5 --sensitive HIV.csv", "--sensitive", "2 items of the data differ"),
        (
            "audit adaptive b.csv --rho 0.3 --sensitive all.csv --factors f.csv",
            "--factors",
            "2 items of the data differ",
        ),
        (
            "anonymize disassociation b.csv --out o --k 2 --m 1 --constraints c.csv",
            "--constraints",
            "1 item of the data",
        ),
        ("anonymize rho b.csv --out o.csv --rho 1/2 --sensitive all.csv --weights w.csv", "--weights", "1 item"),
    ],
)
def test_other_spellings_are_warned_of(setanon: Program, tmp_path: Path, words: str, option: str, items: str) -> None:
    files = {
        "b.csv": SPELLED, "HIV.csv": "item\nHIV\n", "all.csv": "item\nHIV\nhiv \n HiV\n",
        "f.csv": "item,factor\nHIV,0.1\n",
        "c.csv": "item,rule\ntea,keep\n", "w.csv": "item,weight\ntea,2\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    arguments = [str(tmp_path / word) if word[-4:] == ".csv" or word == "o" else word for word in words.split()]
    quiet = setanon(*arguments, "--quiet")
    assert quiet.err.count("warning: ") == 1 and f"{items} " in quiet.err and f"in {option} in case" in quiet.err
    assert "hiv " not in quiet.err and "HiV" not in quiet.err and "Tea" not in quiet.err


def test_their_labels_are_named_where_values_may_be_shown(setanon: Program, tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text(SPELLED)
    (tmp_path / "s.csv").write_text("item\nHIV\n")
    told = setanon(
        "audit", "rho", tmp_path / "b.csv", "--rho", "0.5", "--sensitive", tmp_path / "s.csv", "--show-values"
    )
    assert "' HiV', 'hiv '" in told.err


def test_all_spellings_listed_are_no_reason_to_warn(dataset: Dataset, engine: DuckDBEngine) -> None:
    spelled = open_source(engine, [["HIV", "hiv "], ["É", "é"]])
    assert read_constraint(spelled, ["HIV", "hiv "]).near == ()
    assert read_constraint(spelled, ["HIV", "é"]).near == ("hiv ", "É")


@pytest.mark.parametrize("item", ["item", "prod"])
def test_a_workload_has_the_columns_of_the_source_too(engine: DuckDBEngine, tmp_path: Path, item: str) -> None:
    (tmp_path / "q.csv").write_text(f"query,{item}\nq1,tea\nq1,milk\n")
    workload = read_workload(engine, tmp_path / "q.csv", item="prod")
    assert [*workload.names.values()] == ["q1"] and [*workload.items.values()] == [("milk", "tea")]
    (tmp_path / "q.txt").write_text("tea,milk\n")
    assert [*read_workload(engine, tmp_path / "q.txt", item="prod").items.values()] == [("milk", "tea")]
