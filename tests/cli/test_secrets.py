"""No label and no record id of the source leaves the program but in the release, unless --show-values says so."""

from pathlib import Path

import pytest

from tests.cli.conftest import MARK, opened
from tests.cli.program import Program, cli

K2 = ("--k", "2", "--m", "2")
LOUD = ("--show-sql", "--debug")

COMMANDS = {
    "audit": ["audit", "km", "b.csv", *K2],
    "audit, everything": [
        "audit",
        "km",
        "b.csv",
        *K2,
        "--unicity",
        "--average",
        "50",
        "--top-items",
        "9",
        "--worst",
        "9",
    ],
    "audit, as JSON": ["audit", "km", "b.csv", *K2, "--top-items", "9", "--worst", "9", "--json"],
    "audit, generalized": ["audit", "km", "b.csv", *K2, "--taxonomy", "t.csv"],
    "anonymize": ["anonymize", "km", "b.csv", "--out", "o.csv", *K2, "--ledger", "l.csv"],
    "anonymize, generalized": ["anonymize", "km", "b.csv", "--out", "o.csv", *K2, "--taxonomy", "t.csv", "--json"],
    "anonymize, ids kept": ["anonymize", "km", "b.csv", "--out", "o.dat", *K2, "--record-ids", "keep"],
    "narrowed": ["audit", "km", "b.csv", *K2, "--where", f"item <> '{MARK}a''b' /* {MARK} */", "--query", "q.sql"],
    "counted": ["utility", "b.csv", "r.csv", "--workload", "c.sql"],
    "verify": ["verify", "r.csv"],
    "verify, changed": ["verify", "c.csv"],
    "utility": ["utility", "b.csv", "r.csv"],
    "utility of another source": ["utility", "n.csv", "r.csv"],
    "row without an item": ["audit", "km", "h.csv", *K2],
    "row too long": ["audit", "km", "w.csv", *K2],
    "not UTF-8": ["audit", "km", "u.csv", *K2],
    "not a number": ["audit", "km", "f.csv", "--format", "onehot", *K2],
    "no such table": ["audit", "km", f"{MARK[:-1]}y", "--db", "b.csv", *K2],
}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of the shop."""
    folder = opened(tmp_path_factory.mktemp("release"))
    assert cli().run(["anonymize", "km", str(folder / "b.csv"), "--out", str(folder / "r.csv"), *K2]) == 0
    return folder / "r.csv"


@pytest.fixture
def place(release: Path, shop: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shop, a release of it, one that was changed, and files with a fault each."""
    monkeypatch.chdir(shop)
    for name in ("r.csv", "r.csv.manifest.json"):
        Path(name).write_bytes(release.with_name(name).read_bytes())
    Path("c.csv").write_bytes(Path("r.csv").read_bytes() + f"8,{MARK}new\n".encode())
    Path("c.csv.manifest.json").write_bytes(Path("r.csv.manifest.json").read_bytes())
    whole = Path("b.csv").read_bytes()
    faults = {
        "n": f"{MARK}p9,{MARK}new\n",
        "h": f"{MARK}p9,\n",
        "w": f"{MARK}p9,{MARK}a,{MARK}b\n",
        "f": f"{MARK}p9,{MARK}\n",
    }
    for name, line in faults.items():
        Path(f"{name}.csv").write_bytes(whole + line.encode())
    Path("u.csv").write_bytes(whole + f"{MARK}p9,{MARK}ä\n".encode("latin1"))
    Path("q.sql").write_text(f"SELECT * FROM source WHERE item <> '{MARK}tea' -- not {MARK}\n")
    Path("c.sql").write_text(f"SELECT count(*) FROM source WHERE item = '{MARK}tea'")
    return shop


@pytest.mark.parametrize("loud", [(), LOUD], ids=["plain", "loud"])
@pytest.mark.parametrize("name", COMMANDS)
def test_no_value_is_shown(setanon: Program, place: Path, name: str, loud: tuple[str, ...]) -> None:
    answer = setanon(*COMMANDS[name], *loud)
    assert "fault of the program" not in answer.err
    assert MARK.lower() not in (answer.out + answer.err).lower(), answer


def test_values_are_shown_where_they_are_wanted(setanon: Program, place: Path) -> None:
    assert f"{MARK}tea" in setanon(*COMMANDS["audit, everything"], "--show-values").out


def test_a_fault_of_the_program_is_told_as_one(setanon: Program, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError(f"no such item {MARK}tea")

    monkeypatch.setattr("setanon_sql.api.audit_km", fail)
    plain, debug = setanon("audit", "km", "b.csv", *K2), setanon("audit", "km", "b.csv", *K2, "--debug")
    assert (plain.code, plain.out) == (2, "") and "fault of the program" in plain.err and "--debug" in plain.err
    assert "Traceback" not in plain.err and "in fail" in debug.err and MARK not in plain.err + debug.err
    assert MARK in setanon("audit", "km", "b.csv", *K2, "--debug", "--show-values").err
