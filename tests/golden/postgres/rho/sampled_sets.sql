SELECT
  o.set_id,
  CAST(COUNT(*) AS INT) AS support
FROM "occurrences" AS o
GROUP BY
  o.set_id
