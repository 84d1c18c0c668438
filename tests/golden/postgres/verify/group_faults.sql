SELECT
  COUNT(*) FILTER(WHERE
    group_id IS NULL) AS n_without,
  COUNT(DISTINCT record_id) FILTER(WHERE
    first_group <> last_group) AS n_several
FROM (
  SELECT
    record_id,
    group_id,
    MIN(group_id) OVER (PARTITION BY record_id) AS first_group,
    MAX(group_id) OVER (PARTITION BY record_id) AS last_group
  FROM "lines" AS lines
) AS spans
