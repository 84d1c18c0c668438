"""The gate as an expectation on unexpected rows: python gate.py gate.sql, with the database in SHOP_URL.

The query is printed with ``--table the_batch``; Great Expectations puts its batch where ``{batch}`` stands. The shop of
this example is in SQLite, which calls ``CHR`` ``CHAR``.
"""

import os
import sys
from pathlib import Path

import great_expectations as gx

query = Path(sys.argv[1]).read_text(encoding="utf-8")
gate = query.replace("the_batch", "{batch}").replace("CHR(", "CHAR(")
context = gx.get_context(mode="ephemeral")
shop = context.data_sources.add_sql("shop", connection_string=os.environ["SHOP_URL"])
baskets = shop.add_table_asset("baskets", table_name="baskets")
batch = baskets.add_batch_definition_whole_table("all").get_batch()
expected = gx.expectations.UnexpectedRowsExpectation(
    unexpected_rows_query=gate, description="Whoever knows two items finds five records that match."
)
result = batch.validate(expected)
print(result.success, result.result.get("observed_value"))
sys.exit(0 if result.success else 1)
