SELECT DISTINCT
  o.record_id,
  m.item
FROM "made" AS m
JOIN (
  SELECT
    p.place,
    ROW_NUMBER() OVER (ORDER BY MD5(CONCAT(11, ':record:', CAST(p.place AS TEXT))), p.place) AS record_id
  FROM (
    SELECT DISTINCT
      x.place
    FROM "made" AS x
  ) AS p
) AS o
  ON o.place = m.place
