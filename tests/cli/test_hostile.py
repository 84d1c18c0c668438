"""Items of the data and record ids are planted everywhere, then every command fails, or works, in many ways.

None of them may come out on stdout, on stderr, in JSON or in a report without ``--show-values``. Labels of a taxonomy
that are no items of the data may; so may what a release itself holds where it is the work of a command to print it.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import click
import duckdb
import pytest

from setanon_sql.commands import answers
from tests.adaptive.data import in_one_way
from tests.cli.conftest import MARK, opened, rows
from tests.cli.program import Answer, Program, cli, commands

#: Part of labels that stand in a taxonomy only, or are typed in by the user: these may be named.
OPEN = "Vbn"

SEED = "--k 2 --m 2"
INFER = "infer --sensitive s.csv --control"
RHO = "--rho 0.4 --m 2 --sensitive s.csv"

#: Files with a fault each: what stands in them instead of, or after, what is right.
BAD = {
    "blank.csv": f"record_id,item\n{MARK}p1,\n",
    "wide.csv": f"record_id,item\n{MARK}p1,{MARK}a,{MARK}b\n",
    "header.csv": f"{MARK}p1,{MARK}a\n{MARK}p2,{MARK}b\n",
    "twice.csv": f"record_id,item,item\n{MARK}p1,{MARK}a,{MARK}b\n",
    "quote.csv": f'record_id,item\n{MARK}p1,"{MARK}a\n',
    "latin.csv": f"record_id,item\n{MARK}p1,{MARK}ä\n",
    "fake.parquet": f"{MARK}p1,{MARK}a\n",
    "spmf.txt": f"1 2 -1 {MARK} -2\n",
    "personal.csv": f"record_id,item\n{MARK}p1,{MARK}tea\n{MARK}nobody,{MARK}nothing\n",
    "nobody.csv": f"record_id,item\n{MARK}nobody,{MARK}tea\n",
    "unknown.csv": f"item\n{MARK}tea\n{MARK}unheard\n",
    "none.csv": f"item\n{MARK}unheard\n",
    "noitem.csv": f"label,{MARK}\n{MARK}tea,1\n",
    "load.csv": f"query,item\nfirst,{MARK}tea\nfirst,{MARK}pear\nsecond,{MARK}unheard\n",
    "open.sql": f"SELECT count(*) FROM source WHERE item = '{MARK}tea'",
    "wrong.sql": f"SELECT count(*) FROM source WHERE {OPEN}price = '{MARK}tea'",
    "other.sql": f"SELECT count(*) FROM {MARK} WHERE item = '{MARK}tea'",
    "factors.csv": f"item,factor\n{MARK}tea,0.5\n",
    "highfactors.csv": f"item,factor\n{MARK}tea,9\n",
    "twicefactors.csv": f"item,factor\n{MARK}tea,0.5\n{MARK}tea,0.6\n",
    "badfactors.csv": f"item,factor\n{MARK}tea,{MARK}\n",
    "openfactors.csv": f"item,factor\n{MARK}tea,0.5\n{MARK}apple,0.5\n",
    "nofactors.csv": f"item,factor\n{MARK}unheard,0.5\n",
    "short.csv": f"child,parent\n{MARK}tea,{OPEN}drinks\n",
    "case.csv": f"child,parent\n{MARK.upper()}TEA,{OPEN}drinks\n",
    "inner.csv": f"child,parent\n{OPEN}one,{MARK}tea\n{OPEN}two,{MARK}tea\n{MARK}tea,{OPEN}drinks\n",
    "parents.csv": f"child,parent\n{OPEN}one,{OPEN}a\n{OPEN}one,{OPEN}b\n{OPEN}a,top\n{OPEN}b,top\n",
}

SOURCES = ["blank.csv", "wide.csv", "header.csv", "twice.csv", "quote.csv", "latin.csv", "fake.parquet", "spmf.txt"]
ANONYMIZE = {
    "km": f"anonymize km {{}} --out new.csv {SEED}",
    "kanonymity": "anonymize kanonymity {} --out new.csv --k 2 --taxonomy t.csv",
    "coherence": "anonymize coherence {} --out new.csv --k 2 --m 1",
    "rho": f"anonymize rho {{}} --out new.csv {RHO}",
    "adaptive": f"anonymize adaptive {{}} --out new.csv {RHO} --factor 0 --taxonomy t.csv",
    "disassociation": f"anonymize disassociation {{}} --out new {SEED}",
}
AUDIT = {
    "km": f"audit km {{}} {SEED} --unicity --average 9 --top-items 9 --worst 9",
    "kanonymity": "audit kanonymity {} --k 2",
    "coherence": "audit coherence {} --k 2 --m 2",
    "rho": f"audit rho {{}} {RHO} --worst 9",
    "adaptive": f"audit adaptive {{}} {RHO} --worst 9 --factor 0.1",
}
RELEASES = ["km.csv", "rho.csv", "adaptive.csv", "apart", "safe"]


def asked() -> Iterator[str]:
    """What an analyst asks besides: counts in SQL, and records before and after."""
    for counts in ("open.sql", "wrong.sql", "other.sql"):
        yield f"anonymize km b.csv --out new.csv {SEED} --workload {counts}"
        yield f"utility b.csv apart --workload {counts}"
    for release in RELEASES:
        yield f"utility b.csv {release} --examples 3 --workload load.csv"
        yield from (f"utility b.csv {release} --examples 1 --ledger {one}" for one in ("load.csv", "quote.csv"))
    yield f"anonymize disassociation b.csv --out new {SEED} --examples 2"
    yield f"anonymize rho b.csv --out p.csv --overwrite {RHO} --examples 2 --constraints b.csv"


def noisy() -> Iterator[str]:
    """Counts: those of others, and with noise, of what is right and of what is wrong."""
    yield from (f"audit counts {source} --k 5 --count record_id --source b.csv" for source in ("b.csv", *SOURCES))
    yield f"audit counts counts.csv --k 5 --source b.csv --hidden {OPEN}"
    counts = "publish counts {} --out noisy.csv --epsilon 9"
    yield from (counts.format(source) for source in ("b.csv", *SOURCES))
    yield f"{counts.format('b.csv')} --itemsets load.csv --budget b.csv --total-epsilon 9"
    yield f"{counts.format('b.csv')} --itemsets blank.csv"
    yield from (f"publish counts {source} --out safe-counts.csv --k 2 --overwrite" for source in ("b.csv", *SOURCES))
    yield f"publish counts b.csv --out by.csv --k 2 --by {OPEN}"
    yield from (f"compare-counts {source} --k 2" for source in ("b.csv", *SOURCES))
    yield "verify safe-counts.csv"
    yield from sql_calls()
    yield f"{counts.format('b.csv')} --taxonomy short.csv"
    records = "publish records {} --out noisy.csv --epsilon 9"
    yield from (f"{records.format(source)} --taxonomy t.csv" for source in ("b.csv", *SOURCES))
    yield from (
        f"{records.format('b.csv')} --items {items}" for items in ("load.csv", "blank.csv", "n.csv", "short.csv")
    )
    yield from (f"{records.format('b.csv')} --taxonomy {tree}" for tree in ("parents.csv", "case.csv"))


def sql_calls() -> Iterator[str]:
    """SQL that is written down."""
    yield f"sql gate counts --k 2 --by {OPEN} --total {OPEN} --dialect trino"
    yield f"sql audit km {SEED} --dialect {OPEN}"
    yield "sql audit rho --rho 0.4 --m 2 --sensitive s --dialect trino"
    yield f"sql audit disassociation {SEED} --release safe --dialect trino"
    yield f"sql gate km {SEED} --dialect {OPEN}"
    yield f"sql code --dialect {OPEN} --codes own --out coded"
    yield f"sql release km {SEED} --dialect trino --out safe --mapping b.csv"
    yield from (f"sql gate {of} --m 2 --sensitive s --dialect trino" for of in ("rho --rho 0.4", "coherence --k 2"))
    yield f"sql gate disassociation {SEED} --release safe --dialect trino"


def calls() -> Iterator[str]:
    """Every command on what is right and on what is wrong."""
    for call in [*AUDIT.values(), *ANONYMIZE.values(), "utility {} km.csv", "taxonomy check t.csv --source {}"]:
        yield from (call.format(source) for source in ("b.csv", *SOURCES))
    yield from (f"taxonomy build {source}" for source in SOURCES)
    yield from (f"taxonomy build b.csv --by {steps}" for steps in ("width:5", "date:day", OPEN))
    yield from (f"audit km b.csv --k 2 --protect {sets}" for sets in ("load.csv", *SOURCES, OPEN))
    yield "anonymize km b.csv --out new.csv --k 2 --protect load.csv --taxonomy t.csv"
    yield "verify km.csv --protect load.csv"
    yield from (f"anonymize km b.csv --out {out} {SEED} --ledger l.csv --overwrite" for out in ("o.dat", "o.parquet"))
    for tree in ("short.csv", "case.csv", "inner.csv", "parents.csv"):
        yield f"taxonomy check {tree} --source b.csv"
        yield f"anonymize km b.csv --out new.csv {SEED} --taxonomy {tree}"
        yield f"audit km b.csv {SEED} --taxonomy {tree}"
        yield f"utility b.csv km.csv --taxonomy {tree}"
        yield f"anonymize adaptive b.csv --out new.csv {RHO} --factor 0 --taxonomy {tree}"
        yield f"taxonomy show {tree}" if tree == "parents.csv" else "taxonomy convert parents.csv --to arx"
    for sensitive in ("personal.csv", "nobody.csv", "unknown.csv", "none.csv", "noitem.csv", "blank.csv", "quote.csv"):
        given = f"--rho 0.4 --m 2 --sensitive {sensitive}"
        yield f"audit rho b.csv {given}"
        yield f"audit adaptive b.csv {given}"
        yield f"anonymize rho b.csv --out p.csv --overwrite {given}"
        yield f"anonymize disassociation b.csv --out new {SEED} --sensitive {sensitive}"
        yield f"verify km.csv --source b.csv --sensitive {sensitive}"
    for factors in ("factors", "highfactors", "twicefactors", "badfactors", "openfactors", "nofactors"):
        yield f"audit adaptive b.csv {RHO} --factors {factors}.csv"
    for release in RELEASES:
        yield from (
            f"verify {release}",
            f"verify {release}.changed",
            f"utility n.csv {release}",
            f"attack downcode {release} --taxonomy t.csv --most 100",
            f"attack downcode {release} --taxonomy t.csv --known-sets 9 --source b.csv",
        )
    for release in ("apart", "safe", "apart.changed"):
        yield from (f"audit disassociation {release}", f"attack cover {release}", f"reconstruct {release} --out x.csv")
        yield from (f"estimate {release} --items {OPEN}a", f"estimate {release} --itemsets blank.csv")
    yield from (f"utility b.csv {release} --workload noitem.csv" for release in RELEASES)
    yield from (*asked(), *noisy())
    yield f"anonymize km b.csv --out new.csv {SEED} --workload load.csv"
    yield f"anonymize km b.csv --out new.csv {SEED} --workload blank.csv"
    yield from (f"compare {source} --k 2 --m 1 --optimum 0" for source in ("b.csv", *SOURCES))
    yield f"compare b.csv --k 2,99 --model km --model rho {RHO} --workload load.csv --sample 5"
    yield "compare b.csv --k 2 --m 1 --model disassociation --workload load.csv --seed 7"
    yield from (f"suggest {source} --max-loss 5% --k 2 --m 2" for source in ("b.csv", *SOURCES))
    yield f"suggest b.csv --max-loss {OPEN} --k 2"
    yield from (
        f"compare b.csv --k 2 --m 1 --columns {OPEN}=width:1 --columns-from {one}" for one in ("b.csv", *SOURCES)
    )
    yield f"compare b.csv --k 2 --model adaptive {RHO} --taxonomy short.csv"
    for link in ("link.csv", "b.csv", "blank.csv", "quote.csv"):
        yield from (f"attack across {old} km.csv --link {link}" for old in ("km.csv", "apart", "rho.csv"))
        yield from (f"attack {attack} {link} rho.csv --source b.csv" for attack in ("match --link", INFER))
        yield f"anonymize km b.csv --out new.csv {SEED} --previous km.csv --link {link}"
        yield f"anonymize km b.csv --out new.csv {SEED} --taxonomy t.csv --mapping {link}"
    yield from (f"audit km {table} --db {db} {SEED}" for table in ("b", "v", "l") for db in ("w.duckdb", "b.csv"))
    for db in (f"postgresql://u:{MARK}@127.0.0.1:1/d", f"postgresql://u:{MARK}@[/d", f"here:{MARK}://u:{MARK}@h"):
        yield f"audit km b --db {db} --work here {SEED}"
        yield f"anonymize km b.csv --out s.b --out-db {db} --work here {SEED}"
    for db in (
        f"adbc:sqlite?uri=/{MARK}/x",
        f"adbc:postgresql?uri=postgresql://u:{MARK}@127.0.0.1:1/d",
        f"adbc:x?u={MARK}",
    ):
        yield f"audit km b --db {db} {SEED}"
        yield f"anonymize km b.csv --out b --out-db {db} {SEED}"
    yield from (f"audit km {name} --setup setup.sql {SEED}" for name in ("w.b", "w.v", "w.x", "b.csv", "*.parquet"))
    yield f"audit km b.csv --setup secret.sql {SEED}"
    yield "policy schema"
    yield f"policy init monthly.toml -- anonymize km b.csv --out o.csv {SEED}"
    for policy in ("policy.toml", "tight.toml", "broken.toml"):
        yield from (f"run {policy}", f"check {policy}")


CALLS = [*dict.fromkeys(calls()), "publish counts b.csv --out noisy.csv --epsilon 1"]

#: It is the work of these to print labels.
PRINTS = ("estimate", "taxonomy build", "taxonomy show", "taxonomy convert", "demo")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop, releases of it, the same with a row more, and files with faults."""
    folder = opened(tmp_path_factory.mktemp("hostile"))
    with chdir(folder), in_one_way():
        _make()
        _change()
    return folder


@pytest.fixture
def place(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _make() -> None:
    Path("s.csv").write_text(f"item\n{MARK}tea\n")
    for name, text in BAD.items():
        Path(name).write_bytes(text.encode("latin1" if name == "latin.csv" else "utf-8"))
    Path("link.csv").write_text(f"old_record_id,new_record_id\n1,{MARK}p1\n{MARK}p2,2\n")
    Path("n.csv").write_text(f"record_id,item\n{MARK}p9,{MARK}new\n{MARK}p8,{MARK}new\n")
    Path("counts.csv").write_text(f"item,item2,n\n{MARK}tea,,9\n{MARK}tea,{MARK}milk,7\n{MARK}new,{MARK}tea,<{MARK}\n")
    policy = '[source]\nplace = "b.csv"\n[guarantee]\nmodel = "km"\nk = 2\nm = 1\n[release]\nout = "policy.csv"\n'
    Path("policy.toml").write_text(policy)
    Path("tight.toml").write_text(f"{policy}[limits]\nmin_records = 1000\n")
    Path("broken.toml").write_text(
        policy.replace("b.csv", "n.csv") + '[approval]\nowner = "Ada"\nexpires = 2020-01-01\n'
    )
    Path("setup.sql").write_text(f"ATTACH 'w.duckdb' AS w (READ_ONLY); SET VARIABLE x = '{MARK}'")
    Path("secret.sql").write_text(f"SELECT 1;\nCREATE SECRET s (TYPE s3, SECRET '{MARK}')")
    with duckdb.connect("w.duckdb") as base:
        base.execute("CREATE TABLE b (record_id VARCHAR, item VARCHAR)")
        base.executemany("INSERT INTO b VALUES (?, ?)", [*rows(), (f"{MARK}p9", None)])
        base.execute(f"CREATE VIEW v AS SELECT record_id, item, error('{MARK}') AS x FROM b WHERE error('{MARK}') = ''")
    for model, call in ANONYMIZE.items():
        out = {"disassociation": "apart"}.get(model, f"{model}.csv")
        words = [out if word in {"new", "new.csv"} else word for word in call.format("b.csv").split()]
        assert cli().run(words) == 0
    assert cli().run(f"anonymize disassociation b.csv --out safe {SEED} --safe".split()) == 0


def _change() -> None:
    for name in ("km.csv", "rho.csv", "adaptive.csv"):
        more = ",1" if name == "adaptive.csv" else ""
        Path(f"changed-{name}").write_text(Path(name).read_text() + f"99,{MARK}new{more}\n")
        Path(f"changed-{name}.manifest.json").write_bytes(Path(f"{name}.manifest.json").read_bytes())
    for name in ("apart", "safe"):
        Path(f"changed-{name}").mkdir()
        for file in Path(name).iterdir():
            Path(f"changed-{name}", file.name).write_bytes(file.read_bytes())
        with duckdb.connect() as base:
            path = f"changed-{name}/terms.parquet"
            base.execute(f"CREATE TABLE t AS FROM '{path}'")
            base.execute(f"INSERT INTO t SELECT cluster_id, '{MARK}new' FROM t LIMIT 1")
            base.execute(f"COPY t TO '{path}'")


def test_every_command_is_called() -> None:
    called = {words for words in commands() for call in CALLS if call.startswith(words)}
    assert called == set(commands()) - {"demo"}


def _told(answer: Answer) -> str:
    return answer.out + answer.err


@pytest.fixture
def in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have an answer in JSON given in words as well."""

    def both(result: dict[str, Any], words: str, *_: str, exact: bool = False) -> None:
        answers.give_json(result)
        click.echo(words)

    monkeypatch.setattr(answers, "give", both)


LOUD = ("--json", "--show-sql", "--debug")


@pytest.mark.whole
@pytest.mark.usefixtures("one_way", "in_words")
def test_no_item_and_no_record_id_comes_out(setanon: Program, place: Path) -> None:
    leaks, hints = [], 0
    for call in CALLS:
        answer = setanon(*_changed(call), *_reported(call), *LOUD)
        said = _told(answer) if not call.startswith(PRINTS) else answer.err
        page = Path("report.html").read_text() if Path("report.html").exists() else ""
        if MARK in said + page or "fault of the program" in said:
            leaks.append((call, said))
        hints += "say --show-values" in said
        _again(call)
    assert not leaks
    assert hints > 9


@pytest.mark.whole
@pytest.mark.usefixtures("one_way")
def test_what_a_call_says_is_part_of_what_it_says_aloud(
    setanon: Program, place: Path, request: pytest.FixtureRequest
) -> None:
    """So that no call need be looked at in both ways."""
    some = CALLS[::20]
    plain = {call: _lines(setanon, call) for call in some}
    request.getfixturevalue("in_words")
    for call in some:
        assert plain[call] <= _lines(setanon, call, *LOUD), call
    assert sum(map(len, plain.values())) > 3 * len(some)


def _lines(setanon: Program, call: str, *how: str) -> set[str]:
    """The lines of an answer, but for those that a slow machine gets now and then."""
    answer = setanon(*_changed(call), *_reported(call), *how)
    _again(call)
    return {line for line in _told(answer).splitlines() if not re.match(r"\[ *[\d.]+ s\] ", line)}


def _changed(call: str) -> list[str]:
    return [f"changed-{word.removesuffix('.changed')}" if word.endswith(".changed") else word for word in call.split()]


def _reported(call: str) -> tuple[str, ...]:
    return ("--report", "report.html") if call.startswith(("audit", "anonymize", "verify")) else ()


def _again(call: str) -> None:
    """Make room for the next call."""
    if " --out new " in call:
        shutil.rmtree("new", ignore_errors=True)
    for path in [
        *Path().glob("new.csv*"),
        *Path().glob("x.csv*"),
        *Path().glob("noisy.csv*"),
        *Path().glob("report.html"),
    ]:
        path.unlink()


@pytest.mark.slow
def test_what_is_hidden_is_listed_on_demand(setanon: Program, place: Path) -> None:
    for call, label in (
        ("taxonomy check short.csv --source b.csv", f'"{MARK}apple"'),
        (f"anonymize km b.csv --out new.csv {SEED} --taxonomy short.csv", f"  {MARK}apple\n"),
        (f"audit adaptive b.csv {RHO} --factors openfactors.csv", f"  {MARK}apple\n"),
        ("taxonomy check case.csv --source b.csv", f'write that label as the data does: "{MARK.upper()}TEA"'),
    ):
        plain, shown = setanon(*call.split()), setanon(*call.split(), "--show-values")
        assert MARK not in _told(plain) and "say --show-values" in plain.out + plain.err
        assert label in shown.out + shown.err


@pytest.mark.slow
def test_labels_of_a_taxonomy_are_named(setanon: Program, place: Path) -> None:
    assert f'"{OPEN}one"' in setanon(*f"audit km b.csv {SEED} --taxonomy parents.csv".split()).err
