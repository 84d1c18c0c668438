SELECT
  p.record,
  p.item,
  COUNT(*) AS n
FROM "pairs" AS p
GROUP BY
  p.record,
  p.item
