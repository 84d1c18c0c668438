SELECT
  a.node AS item,
  b.node AS other
FROM "ancestors" AS a
JOIN "ancestors" AS b
  ON b.item = a.item AND b.node <> a.node
GROUP BY
  a.node,
  b.node
HAVING
  COUNT(*) = LEAST(
    (
      SELECT
        COUNT(*)
      FROM "ancestors" AS x
      WHERE
        x.node = a.node
    ),
    (
      SELECT
        COUNT(*)
      FROM "ancestors" AS y
      WHERE
        y.node = b.node
    )
  )
