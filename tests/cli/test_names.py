"""What is no name of a file, a folder or a table is refused before anything is read, and no password is repeated."""

import doctest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from setanon_sql import addresses, api
from setanon_sql.addresses import is_database_address, without_secrets
from setanon_sql.commands.console import names_of
from setanon_sql.errors import BadParameter
from setanon_sql.sources import selecting
from tests.cli.program import Program, commands

ADDRESS = "postgresql://somebody:SECRET@host/shop"
RECORDS = [["a", "b"], ["a"], ["b"]]


def called(option: click.Parameter) -> str:
    return option.opts[0] if isinstance(option, click.Option) else option.human_readable_name


def takes_text(option: click.Parameter) -> bool:
    return isinstance(option.type, click.types.StringParamType | click.Path) and not getattr(option, "hidden", False)


def some(option: click.Parameter) -> str:
    """Return a value that a parameter takes."""
    if isinstance(option.type, click.Choice):
        return str(option.type.choices[0])
    return "postgres" if option.name == "dialect" else "x" if option.type is click.STRING else "1"


def words(command: click.Command, one: click.Parameter, given: str) -> list[str]:
    """Call a command with a value for one parameter, and with what else it needs."""
    found = []
    for other in command.params:
        value = given if other is one else some(other)
        if isinstance(other, click.Argument):
            found.append(value)
        elif other is one or other.required:
            found.append(f"{called(other)}={value}")
    return found


@pytest.mark.parametrize("name", commands())
def test_what_is_empty_is_refused(setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(shop)
    before = sorted(shop.iterdir())
    for one in filter(takes_text, commands()[name].params):
        answer = setanon(*name.split(), *words(commands()[name], one, ""))
        own = one.name not in names_of(commands()[name].options) and "Invalid value for" in answer.err
        assert answer.code == 2 and (own or f"error: {called(one)} is empty\n" in answer.err), answer
    assert sorted(shop.iterdir()) == before


@pytest.mark.parametrize("name", commands())
def test_an_address_is_refused_where_a_name_belongs(setanon: Program, shop: Path, name: str) -> None:
    for one in (
        one for one in commands()[name].params if one.name in names_of(commands()[name].options) and takes_text(one)
    ):
        answer = setanon(*name.split(), *words(commands()[name], one, ADDRESS))
        assert answer.code == 2 and f"error: {called(one)} is the address of a database\n" in answer.err, answer
        assert "SECRET" not in answer.err and "somebody" not in answer.err


def test_no_password_is_repeated(setanon: Program, shop: Path) -> None:
    basket = str(shop / "b.csv")
    for more in ([ADDRESS], ["--db", "mysql://somebody:SECRET@host/shop"], ["--db", "host=h password=SECRET"]):
        answer = setanon("audit", "km", basket, "--k", "2", *more, "--json")
        assert answer.code == 2 and "SECRET" not in answer.err + answer.out
    remote = setanon("audit", "km", "https://somebody:SECRET@host/shop.csv", "--k", "2")
    assert remote.code == 2 and "SECRET" not in remote.err and "https://…@host/shop.csv" in remote.err
    assert without_secrets("postgresql://u:p/w@d@h/x, s3://a/b.csv") == "postgresql://…@h/x, s3://a/b.csv"


def test_the_examples_of_the_docstrings_hold() -> None:
    for room in (addresses, selecting):
        found = doctest.testmod(room)
        assert found.attempted and not found.failed


def test_names_of_files_are_no_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = (
        "b.csv",
        "C:/b.csv",
        "s3://bucket/*.parquet",
        "abfss://box@account.net/b.parquet",
        "a@b.csv",
        "spark",
        "x:y",
    )
    assert not [name for name in files if is_database_address(name)]
    for name in ("spark:local", "adbc:sqlite?uri=x", "duckdb:///x.duckdb", "SomeDB://me@host/x", "postgresql:/u:p@h"):
        assert is_database_address(name)
    monkeypatch.chdir(tmp_path)
    Path("spark:local").write_text("a b\n")
    assert not is_database_address("spark:local")


CALLS: dict[str, Callable[[Any], object]] = {
    "source": lambda name: api.audit_km(name, k=2),
    "out": lambda name: api.anonymize_km(RECORDS, name, k=2, m=1),
    "sensitive": lambda name: api.audit_rho(RECORDS, rho=0.5, sensitive=name),
    "taxonomy": lambda name: api.anonymize_km(RECORDS, None, k=2, m=1, taxonomy=name),
    "records_out": lambda name: api.audit_km(RECORDS, k=2, m=1, records_out=name),
    "previous": lambda name: api.anonymize_km(RECORDS, None, k=2, m=1, previous=name, link="x"),
    "release": api.verify,
}


@pytest.mark.parametrize("name", CALLS)
def test_the_api_refuses_the_same(name: str) -> None:
    with pytest.raises(BadParameter, match=f"^{name} is empty(\\n|$)"):
        CALLS[name]("")
    for address in (ADDRESS, Path(ADDRESS)):
        with pytest.raises(BadParameter, match=f"^{name} is the address of a database(\\n|$)"):
            CALLS[name](address)


def test_what_is_no_text_is_refused_before_anything_is_read(tmp_path: Path, setanon: Program) -> None:
    """Bytes that are no UTF-8 reach Python as surrogates: a manifest, or a key, could not be made of them."""
    answer = setanon("anonymize", "km", "none.csv", "--k", "2", "--m", "1", "--out", "r.csv", "--seed", "s\udce9")
    assert answer.code == 2 and "--seed is no text in UTF-8" in answer.err
    source = tmp_path / "t.csv"
    source.write_text("record_id,item\n1,a\n2,a\n")
    answer = setanon("anonymize", "km", source, "--k", "2", "--m", "1", "--out", tmp_path / "r\udce9.csv")
    assert answer.code == 2 and "the name of the destination is no text" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]
