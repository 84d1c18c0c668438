SELECT
  p.record_id,
  p.item,
  CAST(p.place + 11 AS INT) AS cause
FROM "picks" AS p
WHERE
  EXISTS(
    SELECT
      1
    FROM "accepted" AS a
    WHERE
      a.place = p.place
  )
