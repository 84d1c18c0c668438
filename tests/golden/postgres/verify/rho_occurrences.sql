SELECT
  extended.record_id,
  numbered.set_id,
  extended.item,
  extended.weight
FROM "extended" AS extended
JOIN "numbered" AS numbered
  ON extended.prefix_id = numbered.prefix_id AND extended.item = numbered.item
