SELECT
  p.record_id,
  p.item,
  CAST(p.place + 11 AS INT) AS cause
FROM `picks` AS p
SEMI JOIN `accepted` AS a
  ON a.place = p.place
