#!/usr/bin/env bash
# A shop gives its baskets to a university: no customer is found by any two products that they bought.
#
#   bash examples/gallery/shop.sh [FOLDER]
set -euo pipefail
cd "${1:-$(mktemp -d)}"
PS4='$ '
set -x

# 3,000 made-up baskets of customers, and the departments and shelves of the products.
setanon demo --folder . --records 3000 --quiet > /dev/null

# What do they give away? 1 says: too much.
setanon audit km baskets.csv --k 5 --m 2 --person customer_id --quiet || test $? = 1

# A product stays in one basket, and is its shelf in another, where too few customers bought it together with something.
setanon anonymize km baskets.csv --out research.parquet --k 5 --m 2 --person customer_id --taxonomy departments.csv \
  --recoding local --ledger ledger.csv --quiet

# The owner checks with the ledger that customers count, not only baskets.
setanon verify research.parquet --source baskets.csv --person customer_id --ledger ledger.csv --quiet

# What the university asks: how often were these bought? At least, expected, at most.
setanon estimate research.parquet --items bananas --quiet
