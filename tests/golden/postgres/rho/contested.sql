SELECT
  v.place,
  v.record_id,
  i.item,
  e.place AS earlier
FROM "covers" AS v
JOIN "chosen" AS i
  ON i.place = v.place
JOIN (
  SELECT
    p.record_id,
    p.item,
    MIN(p.place) AS place
  FROM "picks" AS p
  GROUP BY
    p.record_id,
    p.item
) AS e
  ON e.record_id = v.record_id AND e.item = i.item AND e.place < v.place
