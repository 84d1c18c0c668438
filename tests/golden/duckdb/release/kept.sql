SELECT
  records.record_id,
  records.record_id AS position,
  record_ids.source_id AS published_id
FROM "records" AS records
JOIN "record_ids" AS record_ids
  ON records.record_id = record_ids.record_id
