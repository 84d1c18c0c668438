SELECT
  l.record_id,
  CONCAT(l.group_id, ':', l.item) AS item
FROM "lines" AS l
WHERE
  NOT l.item IS NULL AND NOT l.group_id IS NULL
