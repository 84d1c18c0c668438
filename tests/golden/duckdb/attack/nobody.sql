SELECT DISTINCT
  r.record_id,
  CAST(0 AS BIGINT) AS learned,
  0 AS whole,
  CAST(0 AS DOUBLE) AS chance
FROM "known_rows" AS r
