#!/usr/bin/env bash
# A hospital publishes diagnoses (ICD-10 codes) with quarter and age: nobody is found by these and a code that is known.
#
#   bash examples/gallery/hospital.sh [FOLDER]
set -euo pipefail
cd "${1:-$(mktemp -d)}"
PS4='$ '

# 6,000 made-up patients with one to four codes such as E11.9, few of which are frequent; chapters and categories of codes.
"${PYTHON:-python3}" - <<'PYTHON'
import duckdb

duckdb.sql("""
  COPY (
    SELECT DISTINCT
      p AS record_id, date '2026-01-01' + (hash(p) % 360)::integer AS day, (hash(p, 'age') % 90)::integer AS age,
      chr(65 + code % 20) || printf('%02d.%d', code // 20, code % 4) AS item
    FROM (
      SELECT p, (200 * pow((hash(p, n) % 9973) / 9973.0, 3))::integer AS code
      FROM range(6000) AS patients(p), range(4) AS codes(n) WHERE n <= hash(p, 'codes') % 4
    )
  ) TO 'diagnoses.parquet'
""")
duckdb.sql("COPY (SELECT DISTINCT item, item[1:1] AS level1, item[1:3] AS level2 FROM 'diagnoses.parquet') TO 'icd.csv'")
PYTHON
set -x

# Day and age single most patients out; by quarter and in steps of 30 years nearly nobody stands alone.
setanon audit km diagnoses.parquet --k 5 --m 1 --columns "day=date:day|month|quarter,age=width:5|30" --quiet || test $? = 1

# The columns are released as fine as they can be, for all patients alike; codes stay or become categories and chapters.
setanon anonymize km diagnoses.parquet --out public.parquet --k 5 --m 1 --taxonomy icd.csv --recoding local \
  --columns "day=date:day|month|quarter,age=width:5|30" --quiet
setanon verify public.parquet --quiet
