SELECT
  record_id,
  position,
  CAST(position AS INT) AS published_id
FROM (
  SELECT
    record_id,
    ROW_NUMBER() OVER (ORDER BY MD5(CONCAT(11, ':', CAST(record_id AS TEXT))), record_id) AS position
  FROM "records" AS records
) AS shuffled
