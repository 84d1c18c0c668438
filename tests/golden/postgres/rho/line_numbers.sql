SELECT DISTINCT
  t.record_id,
  CAST(t.record_id AS TEXT) AS source_id
FROM "transactions" AS t
