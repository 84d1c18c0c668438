#!/usr/bin/env bash
# The story of an analyst, from orders in a warehouse to a table that may leave the house, in an empty folder:
#
#   bash examples/warehouse.sh [FOLDER]
#
# The orders are made up; in steps 10 to 12 they are those of every tenth household of Complete Journey, where
# SETANON_DATASETS names a folder that holds it. SETANON names the program where it is not on the PATH; PYTHON one that
# has duckdb.
set -euo pipefail

setanon=${SETANON:-setanon}
python=${PYTHON:-python3}
folder=${1:-$(mktemp -d)}
mkdir -p "$folder"
cd "$folder"

# told "what is done": a heading.
told() {
  printf '\n## %s\n\n' "$1"
}

# ends CODE COMMAND...: show the command, run it, and go on if it ends with that exit code.
ends() {
  local expected=$1 code=0
  shift
  printf '$ setanon %s\n\n' "$*"
  "$setanon" "$@" --quiet || code=$?
  if [ "$code" -ne "$expected" ]; then
    echo "exit code $code, expected $expected" >&2
    exit 1
  fi
}

# sql STATEMENT: run it on the warehouse and print what it gives.
sql() {
  "$python" - "$1" <<'PYTHON'
import sys
import duckdb

with duckdb.connect("shop.duckdb") as warehouse:
    for row in warehouse.execute(sys.argv[1]).fetchall():
        print(*row, sep="\t")
PYTHON
}

told "1. A warehouse: orders, order lines, products"
sql "
CREATE TABLE products AS
  SELECT n AS product_id, printf('product %03d', n) AS product, printf('category %02d', n // 10) AS category,
    printf('department %d', n // 50) AS department
  FROM range(200) AS r(n);
CREATE TABLE orders AS
  SELECT n AS order_id, n % 1500 AS customer_id, if(hash(n) % 50 = 0, 'test', 'shop') AS channel,
    date '2026-01-01' + (n % 300)::integer AS ordered_on
  FROM range(4500) AS r(n);
CREATE TABLE order_lines AS
  SELECT DISTINCT order_id, (200 * power((hash(order_id, n) % 100000) / 100000.0, 2.5))::integer AS product_id
  FROM orders, range(1 + order_id % 4) AS r(n);
DELETE FROM order_lines WHERE product_id > 199;
CREATE TABLE tree AS
  SELECT product AS child, category AS parent FROM products
  UNION SELECT category, department FROM products
  UNION SELECT department, 'all products' FROM products;
CREATE TABLE baskets AS
  SELECT DISTINCT customer_id, product, ordered_on
  FROM orders JOIN order_lines USING (order_id) JOIN products USING (product_id)
  WHERE channel <> 'test';
SELECT count(*) || ' rows of ' || count(DISTINCT customer_id) || ' customers' FROM baskets"

cat >january.sql <<'SQL'
SELECT customer_id, product
FROM orders
JOIN order_lines USING (order_id)
JOIN products USING (product_id)
WHERE channel <> 'test' AND ordered_on < date '2026-09-01'
SQL
read=(--db shop.duckdb --query january.sql --record-id customer_id --item product)
km=(--k 5 --m 2)

told "2. Who can be singled out, and which department carries the risk?"
ends 1 audit km "${read[@]}" "${km[@]}" --taxonomy tree --by 1 --records-out at_risk
sql "SELECT count(*) || ' customers are listed in at_risk, for nobody else' FROM at_risk"

told "3. What would it cost?"
ends 0 compare "${read[@]}" --k 5,10 --m 1,2 --taxonomy tree --seed 1 --csv settings.csv --html settings.html
ends 0 suggest "${read[@]}" --max-loss 20% --k 5,10 --m 1,2 --taxonomy tree --seed 1

told "4. The 50 best sellers stay as they are where they can, and one product is never shown"
sql "
CREATE TABLE wishes AS
  SELECT product AS item, 'prefer' AS rule, '20' AS level
  FROM baskets GROUP BY product ORDER BY count(*) DESC, product LIMIT 50;
CREATE TABLE never AS SELECT 'product 150' AS item, 'drop' AS rule, NULL::text AS level;
INSERT INTO wishes FROM never;
CREATE TABLE asked AS
  SELECT 'a' AS query, product AS item FROM products WHERE product_id IN (0, 1)
  UNION ALL SELECT 'b', product FROM products WHERE product_id IN (0, 2);"
publish=(anonymize km "${read[@]}" "${km[@]}" --taxonomy tree)
ends 0 "${publish[@]}" --constraints wishes --workload asked --out safe_baskets --seed 1 --report report.html \
  --report-tier public --mapping-out january.csv
sql "SELECT count(*) || ' rows in safe_baskets: ' || count(DISTINCT customer_id) || ' customers' FROM safe_baskets"

told "5. Tables of yours are never replaced"
ends 2 "${publish[@]}" --out products --overwrite
sql "SELECT count(*) || ' products are still there' FROM products"

told "6. It holds, and this is what is left"
ends 0 verify safe_baskets --db shop.duckdb
ends 0 utility "${read[@]}" safe_baskets --taxonomy tree --top-items 5 --by 1 --workload asked

told "7. A gate for the pipeline: one SELECT that gives no row"
"$setanon" sql gate km "${km[@]}" --dialect duckdb --table safe_baskets --record-id customer_id --item product >gate.sql
[ -z "$(sql "$(cat gate.sql)")" ] && echo "the gate is open"

told "8. The next month, in the same way"
sed 's/2026-09-01/2026-10-01/' january.sql >february.sql
ends 0 anonymize km --db shop.duckdb --query february.sql --record-id customer_id --item product "${km[@]}" \
  --taxonomy tree --constraints never --mapping january.csv --extend --out safe_february --seed 2
ends 0 verify safe_february --db shop.duckdb

told "9. All of it as a policy, with evidence"
cat >setanon.toml <<'TOML'
[source]
place = "shop.duckdb"
query = "january.sql"
columns = { record_id = "customer_id", item = "product" }

[guarantee]
model = "km"
k = 5
m = 2

[limits]
min_rows_unchanged = 0.2
max_records_gone = 0
min_records = 100
constraints = "wishes"

[taxonomy]
file = "tree"

[release]
out = "by_policy"

[approval]
owner = "Shop"
approved_by = "A. Example"
expires = 2099-12-31
TOML
ends 0 run setanon.toml --evidence evidence --seed 1
ends 0 check setanon.toml

told "10. Orders of customers, and the table of products as the taxonomy"
if [ -f "${SETANON_DATASETS:-}/completejourney.parquet" ]; then
  sql "
CREATE TABLE lines AS
  SELECT record_id AS order_id, person_id AS customer_id, item::text AS product
  FROM '$SETANON_DATASETS/completejourney.parquet' WHERE person_id % 10 = 0;
CREATE TABLE product_table AS
  SELECT department, product_category AS category, product_type AS type, item AS product
  FROM read_csv('$SETANON_DATASETS/completejourney-taxonomy.csv', all_varchar = true)"
  levels=department,category,type
else
  sql "
CREATE TABLE lines AS
  SELECT order_id, customer_id, product
  FROM orders JOIN order_lines USING (order_id) JOIN products USING (product_id);
CREATE TABLE product_table AS SELECT department, category, product FROM products"
  levels=department,category
fi
sql "SELECT count(*) || ' rows of ' || count(DISTINCT order_id) || ' orders of ' || count(DISTINCT customer_id)
  || ' customers' FROM lines"
lines=(lines --db shop.duckdb --record-id order_id --item product)
table=(--levels "$levels" --qualify --missing drop)
tree=(--taxonomy product_table "${table[@]}")
people=(--person customer_id)

told "11. Which options read the table of products, and who is singled out: customers, not orders"
"$setanon" taxonomy check product_table --db shop.duckdb --source lines --item product --record-id order_id || true
ends 0 taxonomy check product_table --db shop.duckdb --source lines --item product --record-id order_id \
  "${table[@]}"
ends 1 audit km "${lines[@]}" "${km[@]}" "${people[@]}"

told "12. Which one? Then a release that counts customers, with a report to be signed"
ends 0 compare "${lines[@]}" "${people[@]}" --k 5,10 --m 1,2 "${tree[@]}" --sample 2000 --seed 1
ends 0 anonymize km "${lines[@]}" --k 5 --m 1 "${people[@]}" "${tree[@]}" --out safe_orders --seed 1 --optimum 0 --ledger orders.parquet \
  --report orders.html --report-purpose "Planning of the range" --report-recipients "Buying department"
ends 2 verify safe_orders --db shop.duckdb # the release names no customers: the owner verifies with the source
ends 0 verify safe_orders --db shop.duckdb --source lines --record-id order_id --item product "${people[@]}" \
  --ledger orders.parquet
grep -q "Buying department" orders.html && echo "orders.html waits for a signature"

told "13. Two months of the same customers: k candidates across both"
sql "
CREATE VIEW months AS
  SELECT DISTINCT customer_id, product, order_id >= 2250 AS second
  FROM orders JOIN order_lines USING (order_id) JOIN products USING (product_id);
CREATE TABLE first_month AS SELECT customer_id, product FROM months WHERE NOT second;
CREATE TABLE second_month AS SELECT customer_id, product FROM months WHERE second;
CREATE TABLE link AS SELECT DISTINCT customer_id::text AS old_record_id, customer_id::text AS new_record_id FROM orders"
tree=(--taxonomy products --levels department,category --qualify --missing drop)
month=(--db shop.duckdb --record-id customer_id --item product --k 5 --m 1 "${tree[@]}" --optimum 0)
ends 0 anonymize km first_month "${month[@]}" --out first_release --seed 1
ends 0 anonymize km first_month "${month[@]}" --out first_for_us --seed 1 --record-ids keep
beside=(anonymize km second_month "${month[@]}" --seed 2 --previous first_for_us --link link)
ends 0 "${beside[@]}" --out second_release
ends 0 "${beside[@]}" --out second_for_us --record-ids keep --linkable
ends 0 verify second_release --db shop.duckdb
ends 0 attack across first_for_us second_for_us --db shop.duckdb --link link "${tree[@]}" --m 1

told "The end: all files are in $folder"
