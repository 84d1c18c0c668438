SELECT
  ROW_NUMBER() OVER (ORDER BY k.record_id NULLS LAST) AS place,
  k.record_id
FROM (
  SELECT
    t.record_id
  FROM `original` AS t
  GROUP BY
    t.record_id
  HAVING
    COUNT(*) >= 11
) AS k
