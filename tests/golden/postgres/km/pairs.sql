SELECT
  a.item AS one,
  b.item AS other
FROM "fresh" AS a
JOIN "fresh" AS b
  ON b.record_id = a.record_id AND b.item > a.item
GROUP BY
  a.item,
  b.item
HAVING
  COUNT(*) < 11
UNION ALL
SELECT
  a.item AS one,
  b.item AS other
FROM "fresh" AS a
JOIN "known" AS b
  ON b.record_id = a.record_id
GROUP BY
  a.item,
  b.item
HAVING
  COUNT(*) < 11
