SELECT
  o.set_id,
  0 AS parent_id,
  o.last AS item,
  CAST(SUM(o.original) AS BIGINT) AS original,
  CAST(SUM(o.released) AS BIGINT) AS released
FROM "occurrences" AS o
GROUP BY
  o.set_id,
  o.last
