WITH kept AS (
  SELECT
    item,
    SUM(weight) AS support
  FROM "transactions" AS transactions
  GROUP BY
    item
  HAVING
    MIN(weight) < 11
)
SELECT
  t.record_id,
  t.item AS set_id,
  t.item,
  t.weight,
  CAST(kept.support AS INT) AS support
FROM "transactions" AS t
JOIN kept
  ON t.item = kept.item
