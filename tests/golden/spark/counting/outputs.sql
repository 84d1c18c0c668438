-- name: numbered_threats
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY t.left_id NULLS LAST, t.item NULLS LAST) AS INT) AS threat_id,
  t.left_id,
  t.item,
  t.support
FROM `threats` AS t
