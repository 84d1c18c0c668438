SELECT
  r.record_id,
  CAST(ROW_NUMBER() OVER (ORDER BY MD5(CONCAT(11, ':', CAST(r.record_id AS TEXT))), r.record_id) AS INT) AS ticket
FROM (
  SELECT DISTINCT
    t.record_id
  FROM "transactions" AS t
) AS r
