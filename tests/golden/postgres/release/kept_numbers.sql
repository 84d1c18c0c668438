SELECT
  record_id,
  record_id AS position,
  record_id AS published_id
FROM "records" AS records
