SELECT
  i.item,
  COUNT(*) AS threats
FROM "threat_items" AS i
GROUP BY
  i.item
