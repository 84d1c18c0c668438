"""A small shop with a policy for each model; what a test changes in them it writes anew."""

import hashlib
import random
from pathlib import Path

import pytest

from tests.cli.program import Program

#: Part of every item and every record id of the shop.
MARK = "Zqx"

#: The guarantee, and what else a policy needs, of each model.
MODELS = {
    "km": '[guarantee]\nmodel = "km"\nk = 3\nm = 2\n\n[taxonomy]\nfile = "t.csv"\n',
    "kanonymity": '[guarantee]\nmodel = "kanonymity"\nk = 3\n\n[taxonomy]\nfile = "t.csv"\n',
    "coherence": '[guarantee]\nmodel = "coherence"\nk = 3\nm = 2\nh = "4/5"\nsensitive = "s.csv"\n',
    "rho": '[guarantee]\nmodel = "rho"\nrho = "1/2"\nm = 1\nsensitive = "s.csv"\n',
    "adaptive": '[guarantee]\nmodel = "adaptive"\nrho = 0.5\nm = 1\nsensitive = "s.csv"\nfactors = "1/8"\n\n'
    '[taxonomy]\nfile = "t.csv"\n',
    "disassociation": '[guarantee]\nmodel = "disassociation"\nk = 3\nm = 1\n',
    "safe": '[guarantee]\nmodel = "safe"\nk = 3\nm = 1\nsensitive = "s.csv"\n\n[method]\ncluster_size = 12\n',
}

APPROVAL = '[approval]\nowner = "Shop"\napproved_by = "Ann"\nexpires = 2999-12-31\n'


def policy(model: str = "km", more: str = "", *, source: str = 'place = "b.csv"', out: str = "safe.csv") -> str:
    """Return the text of a policy; line 2 says what is read, ``more`` stands at its end."""
    out = "pieces" if model in {"disassociation", "safe"} and out == "safe.csv" else out
    return f'[source]\n{source}\n\n{MODELS[model]}\n[release]\nout = "{out}"\n\n{APPROVAL}\n{more}'


def fill(folder: Path, records: int = 60) -> None:
    """Put the files of the shop into a folder: whoever has a mostly has x, too."""
    draw = random.Random(3)
    people = [{*draw.sample("abcdefgh", draw.randint(1, 4))} for _ in range(records)]
    people = [held | {"x" if draw.random() < (0.9 if "a" in held else 0.2) else "y"} for held in people]
    rows = [f"{MARK}{one},{MARK}{item}\n" for one, held in enumerate(people) for item in sorted(held)]
    (folder / "b.csv").write_text("record_id,item\n" + "".join(rows))
    leaves = "".join(f"{MARK}{item},{'left' if item < 'e' else 'right'}\n" for item in "abcdefghxy")
    (folder / "t.csv").write_text(f"child,parent\n{leaves}left,all\nright,all\n")
    (folder / "s.csv").write_text(f"item\n{MARK}x\n")


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("SETANON_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    fill(tmp_path)
    return tmp_path


@pytest.fixture
def setanon(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)


@pytest.fixture(autouse=True)
def quick_keys(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Derive keys in no time, but in the tests of keys: a third of a second for each is meant for those who guess."""
    if not request.module.__name__.endswith("test_keys"):
        monkeypatch.setattr(hashlib, "scrypt", lambda given, *, salt, **_: hashlib.sha256(salt + given).digest())
