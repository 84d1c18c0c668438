-- name: trial_items
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.support DESC NULLS LAST, c.trial_id, c.node) AS INT) AS trial_item,
  c.trial_id,
  c.node
FROM (
  SELECT
    o.trial_id,
    o.node,
    COUNT(DISTINCT o.record_id) AS support
  FROM "trial_occurrences" AS o
  GROUP BY
    o.trial_id,
    o.node
) AS c

-- name: suppression_prices
SELECT
  c.trial_item,
  CAST(FLOOR(
    CAST(16.0 * SUM(CASE WHEN o.node = o.item THEN 11 ELSE 11 - n.price END) AS DOUBLE PRECISION) / NULLIF(11 * COUNT(DISTINCT o.record_id), 0)
  ) AS BIGINT) AS price
FROM "trial_items" AS c
JOIN "trial_occurrences" AS o
  ON o.trial_id = c.trial_id AND o.node = c.node
LEFT JOIN "nodes" AS n
  ON n.node = o.node
GROUP BY
  c.trial_item

-- name: trial_suppressions
SELECT
  c.trial_id,
  CAST(CAST((
    s.record_id - t.kind
  ) AS DOUBLE PRECISION) / 8 AS INT) AS record_id,
  c.node,
  s.cause
FROM "suppressions" AS s
JOIN "trial_items" AS c
  ON c.trial_item = s.item
JOIN "trials" AS t
  ON t.trial_id = c.trial_id
