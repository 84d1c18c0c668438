SELECT
  v.place,
  CAST(v.record_id AS BIGINT) * 4294967296 + i.item AS spot
FROM "covers" AS v
JOIN "chosen" AS i
  ON i.place = v.place
WHERE
  EXISTS(
    SELECT
      1
    FROM "picks" AS p
    WHERE
      p.record_id = v.record_id AND p.item = i.item
  )
