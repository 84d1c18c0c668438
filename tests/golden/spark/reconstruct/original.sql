SELECT DISTINCT
  o.record_id,
  m.item
FROM `made` AS m
JOIN (
  SELECT
    p.place,
    ROW_NUMBER() OVER (
      ORDER BY MD5(CONCAT(COALESCE(11, ''), ':record:', COALESCE(CAST(p.place AS STRING), ''))) NULLS LAST, p.place NULLS LAST
    ) AS record_id
  FROM (
    SELECT DISTINCT
      x.place
    FROM `made` AS x
  ) AS p
) AS o
  ON o.place = m.place
