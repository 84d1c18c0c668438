SELECT
  ROW_NUMBER() OVER (ORDER BY k.items DESC, k.record_id NULLS LAST) AS place,
  k.record_id
FROM (
  SELECT
    t.record_id,
    COUNT(*) AS items
  FROM `original` AS t
  GROUP BY
    t.record_id
) AS k
