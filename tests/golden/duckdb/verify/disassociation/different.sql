SELECT
  COUNT(DISTINCT b.chunk_id) AS n
FROM "bad" AS b
