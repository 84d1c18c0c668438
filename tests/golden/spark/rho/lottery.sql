SELECT
  r.record_id,
  CAST(ROW_NUMBER() OVER (
    ORDER BY MD5(CONCAT(COALESCE(11, ''), ':', COALESCE(CAST(r.record_id AS STRING), ''))) NULLS LAST, r.record_id NULLS LAST
  ) AS INT) AS ticket
FROM (
  SELECT DISTINCT
    t.record_id
  FROM `transactions` AS t
) AS r
