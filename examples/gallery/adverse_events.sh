#!/usr/bin/env bash
# An agency publishes how often drugs and reactions were reported together, and nobody can subtract one count from another.
#
#   bash examples/gallery/adverse_events.sh [FOLDER]
set -euo pipefail
cd "${1:-$(mktemp -d)}"
PS4='$ '

# 5,000 made-up reports of drugs and reactions, by year and region.
"${PYTHON:-python3}" - <<'PYTHON'
import duckdb

duckdb.sql("""
  COPY (
    SELECT DISTINCT
      r AS record_id, 2024 + hash(r) % 3 AS year, if(hash(r, 'region') % 2 = 0, 'north', 'south') AS region,
      CASE WHEN n < 2 THEN 'drug ' ELSE 'reaction ' END || (300 * pow((hash(r, n) % 9973) / 9973.0, 6))::integer AS item
    FROM range(5000) AS reports(r), range(4) AS items(n) WHERE n <> 1 OR hash(r, 'second') % 3 = 0
  ) TO 'reports.csv'
""")
duckdb.sql("""
  COPY (
    SELECT a.item, b.item AS item2, count(*) AS count
    FROM 'reports.csv' AS a JOIN 'reports.csv' AS b ON a.record_id = b.record_id AND a.item < b.item
    GROUP BY ALL HAVING count(*) >= 5 UNION ALL SELECT item, NULL, count(*) FROM 'reports.csv' GROUP BY 1 HAVING count(*) >= 5
  ) TO 'plain.csv'
""")
PYTHON
set -x

# The usual rule, show a count of 5 or more: subtraction still tells of fewer.
setanon audit counts plain.csv --k 5 --quiet || test $? = 1

# Counts that are rounded, and hidden where rounding tells too much; by year and region, with totals.
setanon publish counts reports.csv --k 5 --by year,region --out counts.csv --quiet
setanon verify counts.csv --quiet
head -n 4 counts.csv
