SELECT
  l.record_id,
  l.item,
  c.items
FROM `lines` AS l
JOIN `nodes` AS n
  ON n.node_id = l.item
JOIN (
  SELECT
    d.chunk_id,
    COUNT(*) AS items
  FROM `nodes` AS d
  JOIN `covers` AS v
    ON v.chunk_id = d.chunk_id AND (
      v.kind = 'joint' OR v.reach > 1
    )
  GROUP BY
    d.chunk_id
  HAVING
    COUNT(*) > 1
) AS c
  ON c.chunk_id = n.chunk_id
