-- Into which part of its group does each record go? Records of parts that are too small stay together (part 0).
-- in:  signatures (group_id, record_id, signature), small_parts (group_id, signature)
-- out: group_id, record_id, part
SELECT
  s.group_id, s.record_id,
  CASE WHEN x.signature IS NULL THEN dense_rank() OVER (PARTITION BY s.group_id ORDER BY s.signature) ELSE 0 END AS part
FROM signatures AS s
LEFT JOIN small_parts AS x ON x.group_id = s.group_id AND x.signature = s.signature
