"""Variables of the environment in a policy: values in SQL and never more of it, and no secret where others read."""

from pathlib import Path

import duckdb
import pytest
import sqlglot
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.errors import BadParameter
from setanon_sql.policy import BadPolicy, read_policy
from setanon_sql.sources.variables import with_values
from tests.policy.conftest import policy
from tests.strategies import examples

EVIL = "x' OR '1'='1"
TEXTS = st.text(st.sampled_from("ab1'\"\\-;/*$ {}\n%_"), min_size=1, max_size=12)


@examples(300)
@given(value=TEXTS)
@example(value=EVIL)
@example(value="\\' OR 1=1 --")
@example(value="setanon_variable_0_")
def test_a_value_is_one_literal_in_duckdb_whatever_it_holds(value: str) -> None:
    with duckdb.connect() as connection:
        for text in ("'${X}'", "${X}") if not value.isdigit() else ("'${X}'",):
            sql = with_values(f"SELECT {text}, 'a${{X}}${{Y}}'", {"X": value, "Y": "z"}, "duckdb")
            assert connection.execute(sql).fetchall() == [(value, f"a{value}z")]


@examples(300)
@given(value=TEXTS)
@example(value=EVIL)
@example(value="\\' OR 1=1 --")
@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "spark"])
def test_a_value_is_one_literal_in_each_dialect(dialect: str, value: str) -> None:
    tree = sqlglot.parse_one(with_values("SELECT 1 WHERE a = '${X}' AND b", {"X": value}, dialect), dialect=dialect)
    literals = [literal.this for literal in tree.args["where"].find_all(sqlglot.exp.Literal)]
    assert literals == [value] and len(list(tree.find_all(sqlglot.exp.EQ))) == 1


def test_numbers_stand_alone_as_numbers() -> None:
    found = with_values("n > ${N} - ${M}", {"N": "1.5", "M": "-2"}, "duckdb")
    assert found == "n > 1.5 - (-2)"
    assert with_values("n > ${N}", {"N": "1 OR 1=1"}, "duckdb") == "n > '1 OR 1=1'"


@pytest.mark.parametrize(
    "text",
    [
        '"${X}" = 1',
        "a = 1 -- ${X}",
        "a = 1 /* ${X} */ AND b",
        "a${X} = 1",
        "a = $$${X}$$",
        "a = E'${X}'",
        "a = N'${X}'",
    ],
)
def test_a_variable_that_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(BadParameter, match="stands for a value in SQL"):
        with_values(text, {"X": "b"}, "duckdb")


@pytest.mark.parametrize("text", ["where = \"item = '${X}'\"", "query = \"SELECT * FROM source WHERE item = '${X}'\""])
def test_a_policy_reads_no_more_than_its_condition_says(tmp_path: Path, text: str) -> None:
    (tmp_path / "p.toml").write_text(policy(source=f'place = "b.csv"\n{text}'))
    options = read_policy(tmp_path / "p.toml", {"X": EVIL}).options
    assert (options.where or options.query).endswith("item = 'x'' OR ''1''=''1'")


def test_a_name_in_the_place_of_a_value_names_the_key(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(policy(source='place = "b.csv"\nwhere = \'"${X}" = 1\''))
    with pytest.raises(BadPolicy, match=r"line \d+: \[source\] where cannot be used: .*stands for a value"):
        read_policy(tmp_path / "p.toml", {"X": "b"})


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ('purpose = "for ${SECRET}"', r"\[approval\] purpose"),
        ('recipients = ["a", "${SECRET}"]', r"\[approval\] recipients"),
        ('approved_by = "${SECRET}"', r"\[approval\] approved_by"),
        ('purpose = "${SECRET} in ${MONTH}"', r"\[approval\] purpose"),
    ],
)
def test_no_report_and_no_message_tells_what_a_variable_holds(tmp_path: Path, written: str, key: str) -> None:
    name = written.split(" ", maxsplit=1)[0]
    text = policy(out="safe-${MONTH}.csv")
    kept = [line for line in text.splitlines() if not line.startswith(f"{name} =")]
    (tmp_path / "p.toml").write_text("\n".join(kept).replace("[approval]", f"[approval]\n{written}"))
    with pytest.raises(BadPolicy, match=rf"{key} may not tell what a variable holds") as error:
        read_policy(tmp_path / "p.toml", {"SECRET": "pa55", "MONTH": "5"})
    assert "pa55" not in str(error.value)


@pytest.mark.parametrize("key", ["data", "period"])
def test_what_is_in_the_name_of_the_release_may_be_told(tmp_path: Path, key: str) -> None:
    source = f'place = "b.csv"\n{key} = "sales of ${{MONTH}}"'
    (tmp_path / "p.toml").write_text(policy(source=source, out="safe-${MONTH}.csv"))
    assert read_policy(tmp_path / "p.toml", {"MONTH": "5"}).subject[key] == "sales of 5"
    (tmp_path / "p.toml").write_text(policy(source=source))
    with pytest.raises(BadPolicy, match=rf"\[source\] {key} may not tell"):
        read_policy(tmp_path / "p.toml", {"MONTH": "5"})
    database = source.replace("b.csv", "postgresql://me:${MONTH}@host/shop") + '\ntable = "t"'
    (tmp_path / "p.toml").write_text(policy(source=database, out="safe-${MONTH}.csv"))
    with pytest.raises(BadPolicy, match=rf"\[source\] {key} may not tell"):
        read_policy(tmp_path / "p.toml", {"MONTH": "5"})
