/* Where do the sets of one item occur? An item that only records with $k equals or more hold needs no extension. */
/* in:  transactions (record_id, item, weight) */
/* out: record_id, set_id, item (the last of the set), weight, support (of the set) */
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
