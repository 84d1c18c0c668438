SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY record NULLS LAST) AS INT) AS record_id,
  record AS source_record
FROM (
  SELECT
    record
  FROM `pairs` AS pairs
  GROUP BY
    record
) AS called
