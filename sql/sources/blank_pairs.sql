-- How many rows of a source are there, how many of them have no item, no record id, or neither?
-- in:  counted (record, item, n)
-- out: n_rows, n_blank, n_without_item
SELECT
  coalesce(sum(j.n), 0) AS n_rows,
  coalesce(sum(j.n) FILTER (WHERE j.without_item OR j.without_record), 0) AS n_blank,
  coalesce(sum(j.n) FILTER (WHERE j.without_item), 0) AS n_without_item
FROM (
  SELECT
    c.n,
    (c.item IS NULL OR length(trim(c.item, $blanks)) = 0) AS without_item,
    (c.record IS NULL OR length(trim(cast(c.record AS VARCHAR), $blanks)) = 0) AS without_record
  FROM counted AS c
) AS j
