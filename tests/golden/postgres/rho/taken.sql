SELECT
  p.record_id,
  p.item,
  CAST(p.place AS BIGINT) + 11 AS cause
FROM "picks" AS p
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "turns" AS t
    WHERE
      t.place = p.place AND t.verdict < 2
  )
