SELECT
  CAST(t.item + 11 AS INT) AS set_id,
  0 AS parent_id,
  t.item,
  CAST(COUNT(*) AS INT) AS support,
  CAST(COUNT(*) + 1 AS INT) AS least
FROM "transactions" AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM "live_rows" AS l
    WHERE
      l.item = t.item
  )
GROUP BY
  t.item
