SELECT
  CAST(k.item + 11 AS INT) AS set_id,
  0 AS parent_id,
  k.item,
  CAST(k.support AS INT) AS support,
  CAST(k.support + 1 AS INT) AS least
FROM (
  SELECT
    t.item,
    COUNT(*) AS support
  FROM "transactions" AS t
  GROUP BY
    t.item
) AS k
SEMI JOIN "live_rows" AS l
  ON l.item = k.item
