SELECT
  COUNT(DISTINCT a.record_id) AS n
FROM `at_risk` AS a
