-- name: threat_rows
SELECT
  i.item
FROM `threat_items` AS i
ORDER BY
  i.threat_id NULLS LAST,
  i.position NULLS LAST
