-- name: with_own_leaves
SELECT
  n.label
FROM `named` AS n
UNION
SELECT
  CONCAT(COALESCE(n.label, ''), COALESCE(11, '')) AS label
FROM `named` AS n

-- name: sensitive_items
SELECT
  i.item,
  i.label,
  i.support
FROM `items` AS i
SEMI JOIN `sensitive` AS h
  ON h.item = i.item
ORDER BY
  i.item NULLS LAST
