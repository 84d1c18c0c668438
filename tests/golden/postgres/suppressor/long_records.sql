-- name: rows_by_rarity
SELECT
  t.record_id,
  t.item,
  CAST(t.rank AS INT) AS rank,
  CAST(t.items - t.rank AS INT) AS more
FROM (
  SELECT
    a.record_id,
    a.item,
    ROW_NUMBER() OVER (PARTITION BY a.record_id ORDER BY a.item DESC NULLS LAST) AS rank,
    COUNT(*) OVER (PARTITION BY a.record_id) AS items
  FROM "transactions" AS a
) AS t
WHERE
  t.items >= 11

-- name: few_forced_suppressions
SELECT
  g.record_id,
  g.item,
  g.cause
FROM "suppressions" AS g
JOIN (
  SELECT
    f.record_id,
    COUNT(*) AS n
  FROM "suppressions" AS f
  GROUP BY
    f.record_id
) AS lost
  ON lost.record_id = g.record_id
JOIN (
  SELECT
    t.record_id,
    COUNT(*) AS n
  FROM "transactions" AS t
  WHERE
    EXISTS(
      SELECT
        1
      FROM "suppressions" AS f
      WHERE
        f.record_id = t.record_id
    )
  GROUP BY
    t.record_id
) AS held
  ON held.record_id = g.record_id
WHERE
  lost.n * 11 <= held.n * 12
