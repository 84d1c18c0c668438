-- name: kept
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY set_id NULLS LAST, item NULLS LAST) AS INT) AS set_id,
  set_id AS prefix_id,
  item,
  support
FROM `extensions` AS extensions
WHERE
  lightest < 11 AND support < prefix_support
