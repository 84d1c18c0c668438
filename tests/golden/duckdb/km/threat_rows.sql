SELECT
  i.item
FROM "threat_items" AS i
ORDER BY
  i.threat_id,
  i.position
