SELECT
  COUNT(DISTINCT set_id) AS n
FROM "exceeding" AS exceeding
