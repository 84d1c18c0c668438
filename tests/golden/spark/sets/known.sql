-- name: nodes
SELECT DISTINCT
  a.node
FROM `ancestors` AS a
SEMI JOIN `known` AS k
  ON k.item = a.item
ORDER BY
  a.node NULLS LAST

-- name: labels
SELECT
  l.label
FROM `labels` AS l
SEMI JOIN `nodes` AS n
  ON n.node = l.item
SEMI JOIN `published` AS p
  ON p.item = l.item
ORDER BY
  l.label NULLS LAST
