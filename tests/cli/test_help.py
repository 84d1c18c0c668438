"""What ``--help`` says is so: its examples run, what it calls needed is, what it offers works."""

import json
import re
import shlex
import shutil
from contextlib import chdir
from pathlib import Path

import click
import duckdb
import pytest

from setanon_sql.query.dialects import OTHER_NAMES, PARSED, RUN, WAREHOUSES
from setanon_sql.synthetic.quest import write_demo
from tests.cli.program import FOLDER, Program, cli, commands

K2 = ("--k", "2", "--m", "1")

#: What an example needs besides the baskets: the release that it reads.
MADE = {
    "safe/": "anonymize disassociation baskets.csv --out safe --k 5 --m 2 --quiet",
    "unsafe/": "anonymize disassociation baskets.csv --out unsafe --k 5 --m 2 --quiet",
    **{
        f"{month}.csv": f"anonymize km baskets.csv --out {month}.csv --k 5 --m 2 --taxonomy departments.csv "
        "--record-ids keep --quiet"
        for month in ("march", "april")
    },
    "safe.parquet": "anonymize km baskets.csv --out safe.parquet --k 5 --m 2 --taxonomy departments.csv "
    "--mapping-out map.csv --quiet",
    "held.csv": "anonymize km baskets.csv --out held.csv --k 5 --m 2 --control 10% --seed 7 --quiet",
    "few.csv": "anonymize km small.csv --out few.csv --k 2 --m 2 --taxonomy shelves.csv --quiet",
    "by-policy.csv": "run setanon.toml --quiet",
}
POLICY = '[source]\nplace = "baskets.csv"\n[guarantee]\nmodel = "km"\nk = 5\nm = 1\n[release]\nout = "by-policy.csv"\n'


@pytest.fixture(scope="module")
def baskets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that examples name."""
    folder = tmp_path_factory.mktemp("baskets")
    write_demo(folder, 150)
    (folder / "small.csv").write_text("record_id,item\n1,fig\n2,fig\n2,milk\n3,pear\n3,milk\n4,pear\n4,milk\n")
    (folder / "shelves.csv").write_text("fig,fruit\npear,fruit\nmilk,dairy\ncheese,dairy\nfruit,all\ndairy,all\n")
    (folder / "setanon.toml").write_text(POLICY)
    (folder / "pairs.csv").write_text("item,item2,count\ntea,,9\ntea,milk,9\n")
    people = {line.split(",")[0] for line in (folder / "baskets.csv").read_text().splitlines()[1:]}
    link = "".join(f"{one},{one}\n" for one in sorted(people))
    (folder / "who-is-who.csv").write_text(f"old_record_id,new_record_id\n{link}")
    with chdir(folder):
        assert all(cli().run(call.split()) == 0 for call in MADE.values())
    return folder


def _clear(folder: Path, given: list[str]) -> None:
    """Remove the releases that are there, but those that an example reads."""
    for name in MADE:
        if "check" not in given and (name not in given or "--out" in given[: given.index(name)]):
            shutil.rmtree(folder / name) if name.endswith("/") else (folder / name).unlink()
            for beside in folder.glob(f"{name}.*.*"):  # its manifest and its label table
                beside.unlink()


def example(setanon: Program, words: str) -> list[str]:
    """The example of a command, without where a shell sends its output."""
    shown = setanon(*words.split(), "--help").out
    text = " ".join(shown.split("Example:")[1].split("Options:")[0].split())
    return shlex.split(text.split(" > ")[0])[1:]


#: The demo has tests of its own.
SLOW = {
    "anonymize adaptive",
    "anonymize coherence",
    "anonymize kanonymity",
    "anonymize disassociation",
    "anonymize rho",
    "audit adaptive",
    "audit coherence",
    "audit kanonymity",
    "audit rho",
    "compare",
    "compare-counts",
    "publish counts",
    "publish records",
    "run",
    "suggest",
}
EXAMPLES = [pytest.param(words, marks=[pytest.mark.slow] * (words in SLOW)) for words in commands() if words != "demo"]


@pytest.mark.whole
@pytest.mark.usefixtures("one_way")
@pytest.mark.parametrize("words", EXAMPLES)
def test_the_example_of_a_command_runs(
    setanon: Program, baskets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    shutil.copytree(baskets, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    given = example(setanon, words)
    _clear(tmp_path, given)
    answer = setanon(*given)
    assert answer.code == (
        1 if words in {"audit km", "audit coherence", "audit kanonymity", "audit rho", "audit adaptive"} else 0
    ), answer.err
    assert answer.out.strip() and "error:" not in answer.err


def test_paragraphs_are_not_indented(setanon: Program) -> None:
    for words in commands():
        about = setanon(*words.split(), "--help").out.split("Example:")[0]
        assert not re.search(r"^    \S", about, re.MULTILINE), words


def test_what_a_command_or_a_group_does_begins_with_a_verb() -> None:
    todo: list[click.Command] = [cli().cli]
    while todo:
        command = todo.pop()
        assert not re.match(r"(How|What|Whether|Where|Which|Who|The|One|Records|An?)\b", command.help or "")
        todo += command.commands.values() if isinstance(command, click.Group) else ()


def test_what_a_script_needs_is_called_required(setanon: Program) -> None:
    for words in ("rho", "disassociation"):
        shown = " ".join(setanon("sql", "audit", words, "--help").out.split())
        assert "--m INTEGER Items an attacker may know. [required]" in shown


@pytest.mark.parametrize("words", ["audit disassociation", "verify", "utility", "taxonomy check", "audit km"])
def test_db_names_all_engines_that_the_command_works_on(setanon: Program, words: str) -> None:
    (told,) = re.findall(r"--db URL(.*?) --", " ".join(setanon(*words.split(), "--help").out.split()))
    assert "DuckDB" in told and "postgresql://" in told and "spark:" in told
    own = {"utility": "SOURCE (and RELEASE)", "taxonomy check": "TREE and SOURCE", "audit km": "SOURCE is"}
    assert own.get(words, "RELEASE") in told


def test_dialects_are_those_of_warehouses_the_tried_ones_first(setanon: Program) -> None:
    assert WAREHOUSES[: len(RUN) + len(PARSED)] == RUN + PARSED and len(set(WAREHOUSES)) == len(WAREHOUSES)
    shown = " ".join(setanon("sql", "audit", "km", "--help").out.split())
    assert all(name in shown for name in (*WAREHOUSES, *OTHER_NAMES))
    for name in ("prql", "solr", "tableau", "dax", "sqlite", "klingon"):
        refused = setanon("sql", "audit", "km", *K2, "--dialect", name)
        assert refused.code == 2 and "it is one of postgres, spark, databricks" in refused.err


@pytest.mark.slow
def test_a_dialect_may_be_called_as_its_users_call_it(setanon: Program) -> None:
    for called, dialect in OTHER_NAMES.items():
        for what in ("audit", "gate"):
            asked = ("sql", what, "km", *K2, "--dialect")
            assert setanon(*asked, called).out == setanon(*asked, dialect).out != ""


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_every_dialect_that_is_offered_gives_a_script(setanon: Program, dialect: str) -> None:
    made = setanon("sql", "audit", "km", *K2, "--dialect", dialect)
    assert made.code == 0 and "setanon_supports" in made.out


@pytest.mark.parametrize(
    ("db", "dialect"),
    [("databricks://token@host", "databricks"), ("redshift+psycopg2://host", "redshift"), ("vertica://host", "NAME")],
)
def test_another_warehouse_is_sent_to_the_scripts(setanon: Program, db: str, dialect: str) -> None:
    refused = setanon("audit", "km", "shop.baskets", "--db", db, *K2)
    assert refused.code == 2 and f"setanon sql audit km --dialect {dialect} " in refused.err
    assert "token" not in refused.err


@pytest.mark.parametrize("words", ["check", "show", "convert --to edges"])
def test_a_taxonomy_may_be_a_table(setanon: Program, shop: Path, words: str) -> None:
    with duckdb.connect(str(shop / "shop.duckdb")) as base:
        base.execute(f"CREATE TABLE b AS FROM '{shop}/b.csv'")
        base.execute("CREATE SCHEMA dims")
        base.execute(f"CREATE TABLE dims.tree AS FROM read_csv('{shop}/t.csv', header = true)")
    table = setanon("taxonomy", *words.split(), "dims.tree", "--db", shop / "shop.duckdb", "--json")
    file = setanon("taxonomy", *words.split(), shop / "t.csv", "--json")
    assert (table.code, table.json) == (0, file.json)


def test_a_taxonomy_and_data_may_be_tables(setanon: Program, shop: Path) -> None:
    with duckdb.connect(str(shop / "shop.duckdb")) as base:
        base.execute(f"CREATE TABLE b AS FROM '{shop}/b.csv'; CREATE TABLE tree AS FROM '{shop}/t.csv'")
    db = ("--db", shop / "shop.duckdb", "--source", "b")
    for tree in ("tree", shop / "t.csv"):
        answer = setanon("taxonomy", "check", tree, *db)
        assert answer.code == 0 and "nothing is wrong" in answer.out, answer
    assert setanon("taxonomy", "check", "trees", *db).code == 2


def test_records_at_risk_are_told_as_what_they_are(setanon: Program, shop: Path) -> None:
    """Of six people two hold cocoa or milk, or tea with pear: other sets of their items may be held by many."""
    told = setanon("audit", "km", shop / "b.csv", "--k", "2", "--m", "2", "--unicity").out
    assert "For 33.33 % of records, some set of at most 2 items is held by fewer than 2 records" in told
    assert "; for 33.33 % by one alone." in told
    for name in ("README.md", *(f"docs/{path.name}" for path in (FOLDER / "docs").glob("*.md"))):
        text = " ".join((FOLDER / name).read_text(encoding="utf-8").split())
        assert not re.search(r"[Ww]hoever knows just|finds fewer than", text), name


def test_a_condition_and_a_query_may_read_files_and_say_so(setanon: Program, shop: Path) -> None:
    shown = " ".join(setanon("audit", "km", "--help").out.split())
    assert shown.count("may read files, and other tables of --db") == 2
    (shop / "some.csv").write_text("item\nZqxtea\n")
    condition = f"item IN (SELECT item FROM '{shop / 'some.csv'}')"
    answer = setanon("audit", "km", shop / "b.csv", "--k", "2", "--m", "1", "--where", condition, "--json")
    assert answer.json["rows"] == 4


@pytest.mark.slow
@pytest.mark.parametrize("command", ["km --k 5", "rho --rho 0.1 --sensitive s.csv"])
def test_what_is_listed_with_values_only_is_said(setanon: Program, shop: Path, command: str) -> None:
    (shop / "s.csv").write_text("item\nZqxtea\n")
    words = ["audit", *command.replace("s.csv", str(shop / "s.csv")).split(), "--m", "2", "--worst", "3"]
    words.insert(2, str(shop / "b.csv"))
    note = "shown with --show-values only"
    assert note in setanon(*words).err
    assert note in setanon(*words, "--json").err
    assert note not in setanon(*words, "--show-values").err
    assert note not in setanon(*words, "--quiet").err


@pytest.mark.parametrize("group", ["", "audit", "anonymize", "taxonomy"])
def test_summaries_of_commands_are_whole(setanon: Program, monkeypatch: pytest.MonkeyPatch, group: str) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    shown = " ".join(setanon(*group.split(), "--help").out.split("Commands:")[1].split())
    assert "..." not in shown and shown.endswith(".")


@pytest.mark.parametrize("columns", [40, 70])
def test_a_guarantee_fits_the_terminal(
    setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    made = setanon("anonymize", "km", shop / "b.csv", "--out", shop / "safe.csv", *K2).out
    checked = setanon("verify", shop / "safe.csv").out
    told = json.loads((shop / "safe.csv.manifest.json").read_text())["guarantee"]
    for text in (made, checked):
        lines = text[text.index("Guarantee: ") :].split("\n\n")[0].splitlines()
        assert " ".join(lines).strip() == f"Guarantee: {told}" and max(map(len, lines)) <= columns


def test_options_stand_in_sections_each_once(setanon: Program) -> None:
    for words in commands():
        shown = setanon(*words.split(), "--help").out
        parts = re.split(r"^(Options|Release|Source|Report|Run):$", shown, flags=re.MULTILINE)[1:]
        named = [re.findall(r"^  (?:-h, )?(--[\w-]+)", text, flags=re.MULTILINE) for text in parts[1::2]]
        found = dict(zip(parts[::2], named, strict=True))
        assert len(found) == len(parts) // 2 and all(found.values()), words
        assert "--json" in found["Run"] and "--help" in found["Options"], words
        every = [option for options in found.values() for option in options]
        assert len(every) == len(set(every)), words


def test_the_help_lists_commands_in_the_order_of_the_work(setanon: Program) -> None:
    shown = setanon("--help").out
    names = [line.split()[0] for line in shown.split("Commands:")[1].splitlines() if re.match(r"  \w", line)]
    assert names[:2] == ["demo", "audit"] and names[-1] == "sql"
    assert names.index("taxonomy") < names.index("anonymize") < names.index("verify") < names.index("run")
