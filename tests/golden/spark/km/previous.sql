-- name: nodes_shown
SELECT DISTINCT
  n.node
FROM `news` AS n
SEMI JOIN `olds` AS o
  ON o.person = n.person
ORDER BY
  n.node NULLS LAST

-- name: labels_in_both
SELECT DISTINCT
  o.old
FROM `olds` AS o
SEMI JOIN `news` AS n
  ON n.person = o.person
ORDER BY
  o.old NULLS LAST

-- name: threat_nodes
SELECT DISTINCT
  t.threat_id,
  t.item % 11 AS node
FROM `threats` AS t
WHERE
  t.item % 11 > 0
ORDER BY
  t.threat_id NULLS LAST,
  node NULLS LAST
