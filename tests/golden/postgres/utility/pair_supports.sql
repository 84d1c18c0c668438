SELECT
  a.item,
  b.item AS other,
  COUNT(*) AS support
FROM "rows" AS a
JOIN "rows" AS b
  ON b.record_id = a.record_id AND b.item > a.item AND b.item <= 12
WHERE
  a.item >= 11 AND a.item <= 12
GROUP BY
  a.item,
  b.item
