SELECT
  r.kind_id,
  p.group_id,
  r.item,
  r.records,
  r.pairs
FROM `open_rows` AS r
JOIN `placed` AS p
  ON p.kind_id = r.kind_id
WHERE
  p.size >= 11
