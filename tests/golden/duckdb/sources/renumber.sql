SELECT
  coded.record_id AS record_id,
  items.item AS item
FROM "coded" AS coded
JOIN "items" AS items
  ON items.old_item = coded.item
ORDER BY
  record_id,
  item
