SELECT
  p.place,
  CAST(p.record_id AS BIGINT) * 4294967296 + p.item AS spot
FROM "picks" AS p
