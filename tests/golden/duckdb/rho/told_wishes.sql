SELECT
  w.record_id,
  w.item
FROM "wishes" AS w
SEMI JOIN "told" AS t
  ON t.record_id = w.record_id AND t.item = w.item
