SELECT
  s.group_id,
  s.record_id,
  CASE
    WHEN x.signature IS NULL
    THEN DENSE_RANK() OVER (PARTITION BY s.group_id ORDER BY s.signature)
    ELSE 0
  END AS part
FROM "signatures" AS s
LEFT JOIN "small_parts" AS x
  ON x.group_id = s.group_id AND x.signature = s.signature
