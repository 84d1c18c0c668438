SELECT
  l.record_id,
  l.item
FROM "like_table" AS l
