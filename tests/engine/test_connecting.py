"""Addresses of PostgreSQL, and why there is no connection: libpq's words mean one thing each."""

import pytest

from setanon_sql.engine.connecting import in_url, reason
from setanon_sql.engine.opening import warehouse_dialect, warehouse_name
from setanon_sql.errors import BadParameter

REASONS = {
    'root certificate file "/home/me/.postgresql/ca.crt" does not exist\nEither provide the file, use …': "sslrootcert",
    'FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "me", database "shop", no encryption': "without encryption",
    'FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "me", database "shop", SSL off': "without encryption",
    'FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "me", database "shop", SSL encryption': "from here",
    'invalid URI query parameter: "sslmod"': "a setting that libpq does not know",
    'invalid connection option "sslmod"': "a setting that libpq does not know",
    'invalid sslmode value: "none"': "no such value",
    "server does not support SSL, but SSL was required": "does not offer encryption",
    'definition of service "shop" not found': "no such service",
    'FATAL:  database "shop" does not exist': "no such database",
}


@pytest.mark.parametrize("message", REASONS)
def test_a_reason_is_that_of_libpq(message: str) -> None:
    assert REASONS[message] in reason(message)


def test_settings_of_libpq_are_an_address() -> None:
    for db in ("host=db dbname=shop", "service=shop", "dbname = shop", "postgresql://db/shop"):
        assert warehouse_name(db) == "PostgreSQL" and warehouse_dialect(db) == "postgres"
    for db in ("shop.duckdb", "hosts=1.duckdb", ""):
        assert not warehouse_name(db)


def test_variables_are_filled_in_as_the_address_writes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", "a@b/c' d")
    assert in_url("postgresql://me:${SHOP_PASSWORD}@db/shop") == "postgresql://me:a%40b%2Fc%27%20d@db/shop"
    assert in_url("host=db password=${SHOP_PASSWORD}") == "host=db password=a@b/c\\'\\ d"
    with pytest.raises(BadParameter, match="needs the variable NOT_SET"):
        in_url("postgresql://me:${NOT_SET}@db/shop")
