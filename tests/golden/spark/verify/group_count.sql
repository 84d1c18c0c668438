SELECT
  COUNT(DISTINCT group_id) AS n
FROM `lines` AS lines
