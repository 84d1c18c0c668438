SELECT
  COUNT(*) AS n
FROM `any_table` AS any_table
