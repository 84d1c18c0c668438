SELECT
  r.record_id,
  r.group_id,
  MAX(s.weight) AS weight
FROM "open_rows" AS r
JOIN "group_supports" AS s
  ON s.group_id = r.group_id AND s.item = r.item
GROUP BY
  r.record_id,
  r.group_id
