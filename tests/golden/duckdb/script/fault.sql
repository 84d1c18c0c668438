SELECT
  11 AS check_name,
  a.faults
FROM "answer" AS a
