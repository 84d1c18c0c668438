"""``docs/json.schema.json``: what every command prints with ``--json`` is what it says, key by key; also its errors."""

import json
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql.counting.association import rule_changes
from tests.adaptive.data import in_one_way
from tests.cli.json_tables import faults, paths, tables
from tests.cli.program import Program, commands, process, start

#: Calls of every command that together print every key. The first ones make what the others read.
CALLS = (
    """
anonymize km b.csv --out km.csv --k 3 --m 2 --taxonomy t.csv --mapping-out map.csv --report km.html --show-values
anonymize km b.csv --out drawn.csv --k 3 --m 2 --taxonomy t.csv --slack 30% --seed s
anonymize km b.csv --out local.csv --k 3 --m 2 --taxonomy t.csv --recoding local
anonymize km people.csv --out by.csv --k 2 --m 1 --taxonomy t.csv --recoding local --columns who=prefix:0
anonymize kanonymity people.csv --out by-whole.csv --k 2 --taxonomy t.csv --columns who=prefix:0
verify by.csv
verify by-whole.csv
verify local.csv
anonymize km many.csv --out many-km.csv --k 2 --m 1
utility many.csv many-km.csv
anonymize km b.csv --out mapped.csv --k 3 --m 2 --taxonomy t.csv --mapping map.csv --escape-formulas
anonymize km b.csv --out wished.csv --k 3 --m 2 --taxonomy t.csv --constraints c.csv --weights weights.csv
anonymize km b.csv --out counted.csv --k 9 --m 2 --taxonomy t.csv COUNTED
anonymize rho b.csv --out rho.csv --rho 1/3 --m 2 --sensitive s.csv
anonymize rho b.csv --out wished-rho.csv --rho 1/2 --m 2 --sensitive s.csv --constraints few.csv --weights weights.csv
anonymize adaptive b.csv --out wished-ad.csv --rho 0.5 --m 2 --sensitive s.csv --taxonomy t.csv --constraints few.csv
anonymize disassociation b.csv --out wished-apart --k 3 --m 2 --cluster-size 12 --constraints few.csv
anonymize rho b.csv --out sampled.csv --rho 0.5 --m 1 --sensitive s.csv --sample COUNTED
anonymize adaptive b.csv --out adaptive.csv --rho 0.3 --m 2 --sensitive s.csv --taxonomy t.csv
anonymize adaptive b.csv --out counted-ad.csv --rho 0.1 --m 1 --cost ncp --sensitive s.csv --taxonomy t.csv COUNTED
anonymize disassociation b.csv --out apart --k 3 --m 2 --cluster-size 12 --ledger apart.csv
anonymize disassociation b.csv --out near --k 3 --m 2 --together needed.csv --report apart.html --show-values
anonymize disassociation b.csv --out safe --k 3 --m 2 --cluster-size 12 --safe --sensitive s.csv --ledger who.csv
anonymize disassociation b.csv --out plain --k 3 --m 2 --cluster-size 12 --no-refine --sensitive s.csv COUNTED
anonymize disassociation many.csv --out many --k 2 --m 1
anonymize km people.csv --out capped.csv --k 2 --m 1 --person who --cap-records 1
anonymize disassociation people.csv --out of-people --k 3 --m 2 --person who --sensitive s.csv --ledger people-who.csv
anonymize km people.csv --out few-of-each.csv --k 2 --m 1 --person who --cap-records 1
anonymize km b.csv --out chosen.csv --k 3 --m 1 CHOSEN
anonymize rho b.csv --out chosen-rho.csv --rho 0.6 --m 1 --sensitive s.csv CHOSEN
anonymize adaptive b.csv --out chosen-adaptive.csv --rho 0.6 --m 1 --sensitive s.csv --taxonomy t.csv CHOSEN
anonymize disassociation b.csv --out chosen --k 3 --m 1 CHOSEN
anonymize km lake.main.b --setup setup.sql --out km-load.csv --k 3 --m 1 LOAD
anonymize rho lake.main.b --setup setup.sql --out rho-load.csv --rho 0.6 --m 1 --sensitive s.csv LOAD
anonymize adaptive lake.main.b --setup setup.sql --out ad.csv --rho 0.6 --m 1 --sensitive s.csv --taxonomy t.csv LOAD
anonymize disassociation lake.main.b --setup setup.sql --out load --k 3 --m 1 LOAD
audit km people.csv --k 2 --m 2 --person who --unicity
audit km people.csv --k 2 --m 1
audit km visits.csv --k 2 --m 1
audit km people.csv --k 2,3 --person who --cap-records 1
audit km people.csv --k 9 --m 2 --person who --taxonomy t.csv --by 1 --show-values --records-out persons.csv
audit rho people.csv --rho 0.2 --m 2 --sensitive s.csv --person who --worst 1 --show-values
audit rho people.csv --rho 0.2 --m 2 --sensitive s.csv --person who --taxonomy t.csv --by 1 --records-out rp.csv
audit km b.csv --k 9 --m 1 --cap 2
audit km people.csv --k 9 --m 2 --columns who=prefix:1|0 --worst 2 --show-values
audit kanonymity people.csv --k 2 --columns who=prefix:2|1
audit counts counts.csv --k 5 --source b.csv --show-values
audit counts counts.csv --k 5 --source people.csv --person who
audit km b.csv --k 9,12
audit km b.csv --k 9 --m 2 --count records --unicity
audit km people.csv --k 2 --person who --count records --unicity
audit km b.csv --k 9 --protect i.csv
audit km b.csv --k 3 --m 2 --known i.csv
anonymize km b.csv --out protected.csv --k 3 --protect i.csv
verify protected.csv --protect i.csv
audit km people.csv --k 20 --m 1 --person who --absent 1 --unicity --worst 2 --show-values
audit km b.csv --k 9 --m 2 --taxonomy t.csv --by 1 --show-values --records-out risk.csv
audit rho b.csv --rho 1/3 --m 2 --sensitive s.csv --taxonomy t.csv --by 1 --show-values --records-out risks.csv
audit rho b.csv --rho 0.6 --m 1 --sensitive s.csv --cap 2
audit adaptive b.csv --rho 0.6 --m 1 --sensitive s.csv --cap 2
audit km b.csv --k 9 --m 2 --unicity --average 20 --top-items 2 --worst 2 --show-values
audit rho b.csv --rho 1/3 --m 2 --sensitive s.csv --worst 2 --show-values
audit adaptive b.csv --rho 0.2 --m 2 --sensitive s.csv --worst 2 --show-values
audit coherence b.csv --k 3 --m 2 --h 0.6 --sensitive s.csv --sensitive-groups groups.csv --show-values
audit coherence people.csv --k 2 --m 1 --h 0.9 --sensitive s.csv --person who
anonymize coherence b.csv --out coherent.csv --k 3 --m 2 --h 0.6 --sensitive s.csv
anonymize coherence b.csv --out tells.csv --k 3 --m 1 --h 0.9 --sensitive s.csv --taxonomy t.csv --recoding local
verify coherent.csv
audit kanonymity b.csv --k 3
audit kanonymity mail.csv --k 3 --show-values
audit kanonymity people.csv --k 3 --person who
anonymize km b.csv --out told-km.csv --k 3 --m 2 --taxonomy t.csv --report told.html --show-values
anonymize kanonymity b.csv --out whole.csv --k 3 --taxonomy t.csv LOAD
anonymize kanonymity people.csv --out whole-of-people.csv --k 3 --taxonomy t.csv --person who --record-ids keep
verify whole-of-people.csv --source people.csv --person who
audit disassociation apart
audit disassociation of-people --source people.csv --person who --ledger people-who.csv
audit disassociation apart --show-values
audit disassociation plain
anonymize km b.csv --out kept.csv --k 3 --m 2 --record-ids keep
attack across kept.csv kept.csv --link link.csv --show-values
attack across kept.csv kept.csv kept.csv --link three.csv
attack across kept.csv by.csv --link link.csv
anonymize km b.csv --out next.csv --k 3 --m 2 --taxonomy t.csv --previous kept.csv --link links.csv --let-go
anonymize km small.csv --out few-out.csv --k 2 --m 2 --taxonomy shelves.csv
attack downcode few-out.csv --taxonomy shelves.csv
attack downcode few-out.csv --taxonomy shelves.csv --show-values
anonymize km small.csv --out few-local.csv --k 2 --m 2 --taxonomy shelves.csv --recoding local --floor 0
attack downcode few-local.csv --taxonomy shelves.csv --known-sets 3 --source small.csv
attack match kept.csv --source b.csv --known 3 --wrong 0.2
anonymize km b.csv --out held.csv --k 3 --m 1 --control 30% --seed s
anonymize km people.csv --out held-people.csv --k 2 --m 1 --person who --control 50% --seed s
anonymize coherence b.csv --out held-both.csv --k 2 --m 2 --h 0.9 --sensitive s.csv --control 30% --seed s
attack infer held-both.csv --source b.csv --control 30% --seed s --sensitive s.csv --known 3
attack across kept.csv kept.csv --link pieces.csv --person person_id
attack across apart apart --link pieces.csv --seconds 0
attack cover safe --before apart --m 3
run policy.toml --evidence evidence
run tight.toml
check policy.toml
policy init monthly.toml -- anonymize km baskets.csv --out safe.csv --k 5
policy schema
estimate apart --items a,b --items c
estimate safe --items x
estimate apart --top 3
estimate apart --itemsets i.csv --out estimates.csv
reconstruct apart --out possible.csv --samples 2
publish counts people.csv --out noisy.csv --epsilon 1 --taxonomy t.csv --person who
publish counts b.csv --out chosen-noisy.csv --epsilon 1 --itemsets i.csv --budget spent.json --total-epsilon 2
publish counts people.csv --out exact.csv --k 3 --exact --by who --adds-up who --taxonomy t.csv
publish counts b.csv --out rounded.csv --k 3
compare-counts b.csv --k 3 --epsilon 9
compare-counts people.csv --k 2 --person who
verify exact.csv
publish records b.csv --out made-up.csv --epsilon 9 --taxonomy t.csv --budget spent.json --total-epsilon 12
verify km.csv
verify km.csv --absent 1
verify whole.csv
verify rho.csv
verify sampled.csv
verify adaptive.csv
verify apart
verify plain
verify safe --source b.csv --sensitive s.csv --ledger who.csv
verify of-people --source people.csv --person who --sensitive s.csv --ledger people-who.csv
verify changed.csv
verify headed.csv --show-values
compare people.csv --k 2 --m 1 --person who
suggest people.csv --k 2 --m 1 --person who --max-loss 50%
compare people.csv --k 2 --m 1 --columns who=prefix:0
compare b.csv --k 3,500 --taxonomy t.csv --model km --model rho --model disassociation --rho 1/3 --sensitive s.csv LOAD
compare b.csv --model dp --epsilon 20,0.01 --taxonomy t.csv
compare b.csv --k 3 --m 1 --model coherence --h 0.9 --sensitive s.csv
suggest odd.csv --max-loss 10% --k 3 --m 2 --show-values
suggest b.csv --max-loss 5% --k 500 --m 1
suggest told.csv --max-loss 5% --model rho --rho 0.6 --m 1 --sensitive told-s.csv
suggest told.csv --max-loss 5% --model rho --rho 0.6 --m 1 --sensitive told-s.csv --sample 30 --seed a
utility b.csv km.csv --taxonomy t.csv
utility b.csv km.csv --taxonomy t.csv --top-items 3 --by 1
utility b.csv km.csv --taxonomy t.csv --top-items 3 --by 1 --show-values
utility b.csv rho.csv --workload load.csv --show-values
utility b.csv sampled.csv
utility b.csv apart --taxonomy t.csv COUNTED --ledger apart.csv
utility b.csv safe
utility many.csv many
sql audit km --k 5 --m 2 --dialect postgres
sql audit rho --rho 0.5 --m 2 --sensitive s --dialect snowflake
sql audit disassociation --k 5 --m 2 --release safe --dialect databricks
sql gate km --k 5 --m 2 --dialect postgres
sql release km --k 5 --m 2 --dialect postgres --mapping map.csv --out safe
sql code --dialect postgres --codes own --out coded --taxonomy t.csv
sql gate rho --rho 0.5 --m 2 --sensitive s --dialect snowflake
sql gate coherence --k 5 --m 2 --h 0.4 --sensitive s --dialect bigquery
sql gate counts --k 5 --by month --dialect mysql
sql gate disassociation --k 5 --m 2 --release safe --dialect databricks
taxonomy check t.csv --source b.csv
taxonomy check t.csv --source new.csv
taxonomy check dim.csv --source new.csv
taxonomy show t.csv
taxonomy convert t.csv --to arx
taxonomy build b.csv
demo --records 100
""".replace("CHOSEN", "--where 1=1 --query q.sql --record-id who --item what --cap 2")
    .replace("COUNTED", "--workload counts.sql --show-values --examples 2")
    .replace("LOAD", "--workload load.csv --show-values")
    .strip()
    .splitlines()
)


#: What only a release has that setanon did not make, or in which no sensitive item is left.
FORGED = {"unrefined", "diversity"}


def of_words(words: list[str]) -> str:
    """The command that a call is of."""
    return max((one for one in commands() if words[: len(one.split())] == one.split()), key=len)


def fill(folder: Path) -> None:
    """Records of 12 items, two of which are sensitive; f comes with e only, so that some chunk covers an item."""
    draw = random.Random(5)
    people = [
        {*draw.sample("abcdeghij", draw.randint(2, 4)), *draw.sample("xy", draw.randint(0, 1))} for _ in range(90)
    ]
    rows = [(number, item) for number, held in enumerate(people, 1) for item in sorted(held | set("f" * ("e" in held)))]
    (folder / "b.csv").write_text("record_id,item\n" + "".join(f"{one},{item}\n" for one, item in rows))
    many = "".join(f"{number},{item}\n" for number in range(1, 71) for item in draw.sample(range(240), 9))
    (folder / "many.csv").write_text(f"record_id,item\n{many}")
    (folder / "q.sql").write_text("SELECT record_id AS who, item AS what FROM source")
    (folder / "new.csv").write_text("record_id,item\n1,a\n1,unheard\n")
    leaves = "".join(f"{item},{'left' if item < 'f' else 'right'}\n" for item in "abcdefghijxy")
    (folder / "t.csv").write_text(f"child,parent\n{leaves}left,all\nright,all\n")
    (folder / "dim.csv").write_text("item,dept,cat\na,F,M\nb,F,M\nd,H,M\ne,H,N\nf,H,N\ng,F,O\nh,F,O\n")
    (folder / "small.csv").write_text("record_id,item\n1,fig\n2,fig\n2,milk\n3,pear\n3,milk\n4,pear\n4,milk\n")
    (folder / "shelves.csv").write_text("fig,fruit\npear,fruit\nmilk,dairy\ncheese,dairy\nfruit,all\ndairy,all\n")
    (folder / "s.csv").write_text("item\nx\ny\n")
    (folder / "groups.csv").write_text("item,group\nx,both\ny,both\n")
    (folder / "counts.csv").write_text("item,item2,n\na,,9\na,b,7\n")
    (folder / "c.csv").write_text("item,rule,level\na,keep,\nb,drop,\nc,prefer,2\nleft,at_most,left\n")
    (folder / "setup.sql").write_text(
        "ATTACH 'lake.duckdb' AS lake (READ_ONLY);\nSET VARIABLE setanon_snapshot = 'May';\n"
    )
    with duckdb.connect(folder / "lake.duckdb") as lake:
        lake.execute(f"CREATE TABLE b AS SELECT * FROM read_csv('{folder / 'b.csv'}')")
    owners = "".join(f"{one},{item},{int(one) // 2}\n" for one, item in rows)
    (folder / "visits.csv").write_text("record_id,item,day\n1,a,4\n2,a,4\n3,b,5\n")
    (folder / "people.csv").write_text(f"record_id,item,who\n{owners}")
    (folder / "mail.csv").write_text("record_id,item\n1,ann@example.org\n1,a\n2,a\n")
    (folder / "needed.csv").write_text("query,item\nboth,a\nboth,b\n")
    (folder / "few.csv").write_text("item,rule\na,keep\nb,drop\n")
    (folder / "weights.csv").write_text("item,weight\nd,3\n")
    policy = '[source]\nplace = "b.csv"\n[guarantee]\nmodel = "km"\nk = 3\nm = 1\n[release]\nout = "policy.csv"\n'
    (folder / "policy.toml").write_text(policy)
    (folder / "tight.toml").write_text(f"{policy}[limits]\nmin_records = 1000\n")
    (folder / "link.csv").write_text("old_record_id,new_record_id\n" + "".join(f"{one},{one}\n" for one in range(9)))
    three = [",".join([str(one)] * 3) for one in range(9)]
    (folder / "three.csv").write_text("\n".join(["old_record_id,new_record_id,record_id_3", *three, ""]))
    (folder / "links.csv").write_text(
        "old_record_id,new_record_id\n" + "".join(f"{one},{one}\n" for one in range(1, 91))
    )
    (folder / "pieces.csv").write_text("person_id,old_record_id,new_record_id\n1,1,1\n2,2,2\n")
    odd = [
        (number, item)
        for number in range(20)
        for item in ("a", "b", f"o{number // 10}", f"n{number}")[: 2 + number % 3]
    ]
    (folder / "odd.csv").write_text("record_id,item\n" + "".join(f"{one},{item}\n" for one, item in odd))
    (folder / "load.csv").write_text("query,item\nfirst,a\nfirst,b\nsecond,y\n")
    told = [(at, item) for at in range(60) for item in ((f"o{at}", "s") if at % 2 else ("a", "h"))]
    (folder / "told.csv").write_text("record_id,item\n" + "".join(f"{one},{item}\n" for one, item in told))
    (folder / "told-s.csv").write_text("item\ns\nh\n")
    (folder / "counts.sql").write_text("SELECT count(*) FROM source WHERE item = 'a'")
    (folder / "i.csv").write_text("itemset_id,item\n1,a\n1,b\n")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[dict[str, Any]]]]:
    """What the calls print, by command."""
    with pytest.MonkeyPatch.context() as patch, in_one_way():
        folder = tmp_path_factory.mktemp("json")
        patch.chdir(folder)
        fill(folder)
        yield _answers(patch)


def _answers(patch: pytest.MonkeyPatch) -> dict[str, list[dict[str, Any]]]:
    from click.testing import CliRunner

    from setanon_sql.__main__ import load_cli

    found: dict[str, list[dict[str, Any]]] = {}
    for call in CALLS:
        if call == "verify changed.csv":
            Path("changed.csv").write_text(Path("km.csv").read_text() + "9999,all\n")
            Path("changed.csv.manifest.json").write_text(Path("km.csv.manifest.json").read_text())
        if call == "verify headed.csv --show-values":
            rows = Path("km.csv").read_text().partition("\n")[2]
            Path("headed.csv").write_text(f"99,HIV\n{rows}")
            Path("headed.csv.manifest.json").write_text(Path("km.csv.manifest.json").read_text())
        if call == "utility b.csv sampled.csv":  # as if there were too many rules
            patch.setitem(rule_changes.__kwdefaults__ or {}, "most_work", 100)
        words = call.split()
        name = of_words(words).split()
        done = CliRunner().invoke(load_cli().cli, [*name, "--json", "--quiet", *words[len(name) :]])
        # who holds sensitive items, and who holds what random adversaries know, the files do not tell
        expected = {2} if call in {"verify plain", "verify sampled.csv"} else {0, 1}
        assert done.exit_code in expected and done.stdout.count("\n") == 1, (call, done.output)
        found.setdefault(" ".join(name), []).append(json.loads(done.stdout))
    return found


def test_every_command_has_a_table_and_nothing_else_has() -> None:
    assert set(tables()) == {*commands(), "errors"}


@pytest.mark.whole
def test_a_command_prints_what_its_table_says(answers: dict[str, list[dict[str, Any]]]) -> None:
    """All commands in one test: with workers the answers would else be made in each of them."""
    documented, printed = set[tuple[str, str]](), set[tuple[str, str]]()
    for command in sorted(set(tables()) - {"errors"}):
        root = tables()[command]
        assert not [fault for answer in answers[command] for fault in faults(answer, root, printed)], command
        documented |= paths(root)
    assert {one for one in documented - printed if one[1] not in FORGED} == set(), "no call prints these keys"


@pytest.mark.whole
def test_the_demo_prints_four_answers(answers: dict[str, list[dict[str, Any]]]) -> None:
    (demo,) = answers["demo"]
    for name, command in (
        ("audit", "audit km"),
        ("audit_of_persons", "audit km"),
        ("release", "anonymize km"),
        ("verify", "verify"),
    ):
        assert not list(faults(demo[name], tables()[command], set()))


@pytest.mark.whole
def test_one_word_for_one_thing(answers: dict[str, list[dict[str, Any]]]) -> None:
    for command, found in answers.items():
        for answer in found:
            assert "holds" not in answer, command
            assert ("satisfied" in answer) == (command.split()[0] in {"audit", "verify"} or command == "taxonomy check")
            if "maximum_risk" not in answer:  # audit km --count records
                by_size = command in {"audit km", "audit rho", "audit adaptive"} and "protected_sets" not in answer
                assert ("violations_by_size" in answer) == by_size
    for answer in (each for each in answers["audit km"] if "violations_by_size" in each):
        assert answer["violations_by_size"] == answer["minimal_threats_by_size"]
        besides = answer.get("absent_threats_by_size", {}).values()
        classes = answer.get("columns", [{}])[0].get("classes_under_k", 0)
        assert sum((*answer["violations_by_size"].values(), *besides, classes)) == answer["violations"]
    assert [one["items"] for one in answers["estimate"][0]["estimates"]] == [["a", "b"], ["c"]]


@pytest.mark.parametrize(("depth", "labels"), [(0, set()), (1, {"left", "right"}), (None, {"left", "right", *"abx"})])
def test_a_taxonomy_is_shown_as_deep_as_asked(
    setanon: Program, tmp_path: Path, depth: int | None, labels: set[str]
) -> None:
    (tmp_path / "t.csv").write_text("child,parent\na,left\nb,left\nx,right\nleft,all\nright,all\n")
    given = ("taxonomy", "show", tmp_path / "t.csv", *(() if depth is None else ("--depth", str(depth))))
    assert set(setanon(*given, "--json").json["parents"]) == labels
    drawn = {line.split("(")[0].strip() for line in setanon(*given).out.splitlines()}
    assert drawn == labels | {"all"}


#: Calls that fail, each in its own way.
FAILING = {
    "no such option": ["audit", "km", "b.csv", "--nope"],
    "no option of a group": ["audit"],
    "option missing": ["audit", "km", "b.csv"],
    "no number": ["audit", "km", "b.csv", "--k", "many"],
    "no such command": ["nothing"],
    "no such file": ["audit", "km", "none.csv", "--k", "2"],
    "bad parameter": ["audit", "km", "b.csv", "--k", "1"],
    "bad input": ["audit", "km", "empty.csv", "--k", "2"],
    "destination is there": ["anonymize", "km", "b.csv", "--out", "b.csv", "--k", "2", "--m", "1"],
}


def _is_an_error(out: str) -> dict[str, Any]:
    assert out.count("\n") == 1, out
    answer = json.loads(out)
    assert not list(faults(answer, tables()["errors"], set()))
    assert answer["error"]
    return dict(answer)


@pytest.mark.parametrize("name", FAILING)
def test_errors_are_json(setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(shop)
    Path("empty.csv").touch()
    plain, answer = setanon(*FAILING[name]), setanon(*FAILING[name], "--json")
    told = _is_an_error(answer.out)
    assert (answer.code, plain.code, plain.out) == (2, 2, "")
    if name not in {"no option of a group", "no such command"}:  # there the option itself is what is wrong
        assert f"error: {told['error']}" in plain.err and told["hint"] in plain.err
    assert "error:" in answer.err


def test_details_are_json_with_show_values_only(setanon: Program, shop: Path) -> None:
    (shop / "t.csv").write_text("child,parent\nfruit,all\n")
    given = ("audit", "km", shop / "b.csv", "--k", "2", "--taxonomy", shop / "t.csv", "--json")
    assert set(_is_an_error(setanon(*given).out)) == {"error", "hint"}
    assert "Zqxtea" in _is_an_error(setanon(*given, "--show-values").out)["details"]


@pytest.mark.parametrize("fault", [ValueError("inside"), KeyboardInterrupt(), MemoryError()])
def test_faults_and_interrupts_are_json(
    setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr("setanon_sql.api.audit_km", fail)
    answer = setanon("audit", "km", shop / "b.csv", "--k", "2", "--json")
    assert answer.code == 2 and _is_an_error(answer.out)
    assert not setanon("audit", "km", shop / "b.csv", "--k", "2").out


def test_the_option_is_not_taken_for_a_name(setanon: Program) -> None:
    answer = setanon("audit", "km", "--k", "2", "--", "--json")
    assert (answer.code, answer.out) == (2, "") and "there is no file --json" in answer.err


@pytest.mark.slow
def test_a_process_that_is_stopped_answers_in_json(tmp_path: Path) -> None:
    draw = random.Random(2)
    rows = "".join(f"{one},{draw.randrange(400)}\n" for one in range(30_000) for _ in range(12))
    (tmp_path / "b.csv").write_text("record_id,item\n" + rows)
    with start("audit", "km", tmp_path / "b.csv", "--k", "50", "--m", "4", "--json", "--debug") as running:
        assert running.stderr is not None
        _until(running.stderr.readline, "counting/larger_sets/")
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=30)
    answer = _is_an_error(out)
    assert running.returncode == 2 and "stopped" in answer["error"]
    assert not answer["complete"] and not answer["satisfied"] and answer["records"] == 30_000
    assert answer["minimal_threats_by_size"]["1"] == 0 and answer["records_at_risk_by_size"]["1"] == 0


def _until(line: Callable[[], str], words: str) -> None:
    while words not in line():
        pass


@pytest.mark.slow
def test_words_may_go_to_a_reader_that_leaves(shop: Path) -> None:
    with start("taxonomy", "show", shop / "t.csv") as running:
        assert running.stdout is not None
        running.stdout.close()
        assert running.wait(60) == 0 and running.stderr is not None
        assert "fault" not in running.stderr.read()


def test_bad_usage_of_a_process_is_json() -> None:
    answer = process("audit", "km", "x", "--json")
    assert answer.code == 2 and "--k" in _is_an_error(answer.out)["error"]
