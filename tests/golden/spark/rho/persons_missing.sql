SELECT
  CASE
    WHEN COUNT(DISTINCT c.record_id) < 11
    THEN 11 - COUNT(DISTINCT c.record_id)
    ELSE 0
  END AS n
FROM `confidences` AS c
WHERE
  c.confidence * 12 >= 1
