SELECT
  v.place,
  v.record_id,
  v.item,
  e.place AS earlier
FROM "covers" AS v
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
  ON e.record_id = v.record_id AND e.item = v.item AND e.place < v.place
