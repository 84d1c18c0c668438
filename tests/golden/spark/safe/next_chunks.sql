SELECT
  h.cluster_id,
  h.item,
  CASE WHEN m.item IS NULL THEN h.chunk ELSE CAST(-h.item AS BIGINT) END AS chunk,
  h.support
FROM `chunks` AS h
LEFT JOIN `moves` AS m
  ON m.cluster_id = h.cluster_id AND m.item = h.item
WHERE
  m.item IS NULL OR m.fate = 'own'
