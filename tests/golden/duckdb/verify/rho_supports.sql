SELECT
  set_id,
  CAST(SUM(weight) AS INT) AS support
FROM "occurrences" AS occurrences
GROUP BY
  set_id
