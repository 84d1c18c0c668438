SELECT
  f.check_name,
  SUM(f.faults) AS faults
FROM `findings` AS f
GROUP BY
  f.check_name
ORDER BY
  f.check_name NULLS LAST
