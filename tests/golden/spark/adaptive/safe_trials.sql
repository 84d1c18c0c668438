-- name: trials
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY p.kind NULLS LAST, p.group_id NULLS LAST, p.part NULLS LAST) + 11 AS INT) AS trial_id,
  p.kind,
  p.group_id,
  p.part
FROM (
  SELECT DISTINCT
    r.kind,
    r.group_id,
    r.part
  FROM `proposal` AS r
) AS p

-- name: trial_items
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.support DESC, c.trial_id NULLS LAST, c.node NULLS LAST) AS INT) AS trial_item,
  c.trial_id,
  c.node
FROM (
  SELECT
    o.trial_id,
    o.node,
    COUNT(DISTINCT o.record_id) AS support
  FROM `trial_occurrences` AS o
  GROUP BY
    o.trial_id,
    o.node
) AS c
