SELECT
  COUNT(DISTINCT l.record_id) AS subrecords
FROM `lines` AS l
JOIN `nodes` AS n
  ON n.node_id = l.item
JOIN `covers` AS v
  ON v.chunk_id = n.chunk_id AND (
    v.kind = 'joint' OR v.reach > 1
  )
