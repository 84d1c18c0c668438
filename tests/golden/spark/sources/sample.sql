-- name: drawn_records
SELECT
  d.record_id,
  CAST(ROW_NUMBER() OVER (ORDER BY d.record_id NULLS LAST) AS INT) AS new_id
FROM (
  SELECT
    t.record_id,
    ROW_NUMBER() OVER (
      ORDER BY MD5(CONCAT(COALESCE(12, ''), ':', COALESCE(CAST(t.record_id AS STRING), ''))) NULLS LAST, t.record_id NULLS LAST
    ) AS rank
  FROM (
    SELECT DISTINCT
      r.record_id
    FROM `transactions` AS r
  ) AS t
) AS d
WHERE
  d.rank <= 11
