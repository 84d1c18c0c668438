SELECT
  CAST(t.item + 11 AS INT) AS set_id,
  0 AS parent_id,
  t.item,
  CAST(COUNT(*) AS INT) AS support,
  CAST(COUNT(*) + 1 AS INT) AS least
FROM "transactions" AS t
SEMI JOIN "live_rows" AS l
  ON l.item = t.item
GROUP BY
  t.item
