"""A small shop for the tests of the command line: labels and ids that cannot be mistaken for anything else."""

from pathlib import Path

import pytest

from tests.cli.program import Program

#: Part of every label and every record id of the shop; nothing else is spelled so.
MARK = "Zqx"

FRUIT, DRINKS = [f"{MARK}apple", f"{MARK}pear"], [f"{MARK}tea", f"{MARK}milk"]


def rows() -> list[tuple[str, str]]:
    """Six people; tea and pear go together once, cocoa is in one record."""
    held = [FRUIT, FRUIT, [FRUIT[0], DRINKS[0]], [FRUIT[0], DRINKS[0]], DRINKS, [FRUIT[1], DRINKS[0], f"{MARK}cocoa"]]
    return [(f"{MARK}p{number}", item) for number, items in enumerate(held, 1) for item in items]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return opened(tmp_path)


def opened(folder: Path) -> Path:
    """Put ``b.csv`` and its taxonomy ``t.csv`` into a folder."""
    lines = [f"{record},{item}\n" for record, item in rows()]
    (folder / "b.csv").write_text("record_id,item\n" + "".join(lines))
    leaves = [f"{leaf},fruit\n" for leaf in FRUIT] + [f"{leaf},drinks\n" for leaf in [*DRINKS, f"{MARK}cocoa"]]
    (folder / "t.csv").write_text("child,parent\n" + "".join(leaves) + "fruit,all\ndrinks,all\n")
    return folder


@pytest.fixture
def setanon(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)
