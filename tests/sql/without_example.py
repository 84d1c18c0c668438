"""Queries without a worked example: why, and the tests that cover them."""

_CATALOG = ("reads the catalog", "tests/sql/test_catalog.py")

WITHOUT_EXAMPLE = {
    "sources/read/variable": _CATALOG,
    "sources/read/relations": _CATALOG,
    "sources/read/table_macros": _CATALOG,
    "release/tables/schemas": _CATALOG,
    "release/tables/columns": _CATALOG,
    "release/tables/views": _CATALOG,
    "engine/tables/attached_files": _CATALOG,
    "engine/tables/databases": _CATALOG,
    "km/pairs/words": ("gives words of 2,048 bits", "tests/engines/test_pairs.py"),
}
