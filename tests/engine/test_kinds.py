"""What columns of databases are, by their types: lists of what is no text are none of items."""

import pyarrow as pa
import pytest

from setanon_sql.engine.adbc.kinds import kinds_of
from setanon_sql.engine.postgres.kinds import kind_of
from setanon_sql.engine.spark.kinds import kind_of_type


@pytest.mark.parametrize(
    ("type_", "kind"),
    [
        ("array<string>", "list"),
        ("array<decimal(3,1)>", "list"),
        ("array<array<string>>", "nested list"),
        ("array<struct<a:string>>", "nested list"),
        ("array<map<string,int>>", "nested list"),
        ("array<binary>", "nested list"),
        ("array<variant>", "nested list"),
        ("array<string collate UNICODE_CI>", "loose list"),
        ("array<array<string collate UNICODE_CI>>", "nested list"),
        ("string", "other"),
        ("bigint", "whole"),
    ],
)
def test_a_list_of_lists_in_spark_is_no_list_of_items(type_: str, kind: str) -> None:
    assert kind_of_type(type_) == kind


def test_a_list_of_lists_in_arrow_is_no_list_of_items() -> None:
    types = {
        "list": pa.list_(pa.string()),
        "lists": pa.list_(pa.list_(pa.string())),
        "structs": pa.large_list(pa.struct({"a": pa.string()})),
        "bytes": pa.list_(pa.binary()),
        "numbers": pa.list_(pa.int64()),
    }
    kinds = kinds_of(pa.schema(types))
    nested = dict.fromkeys(["lists", "structs", "bytes"], "nested list")
    assert kinds == {"list": "list", "numbers": "list", **nested}


@pytest.mark.parametrize(("name", "kind"), [("_text", "list"), ("_jsonb", "nested list"), ("_bytea", "nested list")])
def test_a_list_of_documents_in_postgresql_is_no_list_of_items(name: str, kind: str) -> None:
    assert kind_of("A", name, loose=False) == kind
