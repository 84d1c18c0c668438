-- Does a column name the persons behind the records? For audits where nobody said who they are.
-- 1. In the first rows most columns have several values for a record: they are passed over. 2. Of the others: has each record
-- one value, and are there fewer values than records?
-- Reads named (record, value): a column of the source beside the record ids.
-- phase: looking for a column that names persons

-- name: first_rows
-- Some rows of the source, to pass over most columns quickly.
-- in:  named (record, value)
-- out: record, value
SELECT n.record, n.value FROM named AS n LIMIT $most

-- name: values
-- How many records have several values (or one, and none in another row)? How many values, and records, are there?
-- in:  named (record, value)
-- out: n_several, n_values, n_records
SELECT
  count(*) FILTER (WHERE r.first_value <> r.last_value OR r.n_named BETWEEN 1 AND r.n_rows - 1) AS n_several,
  count(DISTINCT r.first_value) AS n_values,
  count(*) AS n_records
FROM (
  SELECT n.record, min(n.value) AS first_value, max(n.value) AS last_value, count(n.value) AS n_named, count(*) AS n_rows
  FROM named AS n
  WHERE n.record IS NOT NULL
  GROUP BY n.record
) AS r

-- name: alone
-- How many records have several values (or one, and none in another row)? How many values are there, one where there is none
-- among them, and how many records are alone with theirs?
-- in:  records (value, several: 1 where a record has several)
-- out: n_several, n_values, n_alone
SELECT
  coalesce(sum(v.n_several), 0) AS n_several,
  count(*) AS n_values,
  count(*) FILTER (WHERE v.n_records = 1) AS n_alone
FROM (
  SELECT r.value, count(*) AS n_records, sum(r.several) AS n_several
  FROM records AS r
  GROUP BY r.value
) AS v
