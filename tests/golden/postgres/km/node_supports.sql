SELECT
  a.node
FROM "doubtful" AS d
JOIN "ancestors" AS a
  ON a.node = d.node
JOIN "transactions" AS t
  ON t.item = a.item
GROUP BY
  a.node
HAVING
  COUNT(DISTINCT t.record_id) >= 11
