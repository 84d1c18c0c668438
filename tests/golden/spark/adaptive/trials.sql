SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY p.kind NULLS LAST, p.group_id NULLS LAST, p.part NULLS LAST) + 11 AS INT) AS trial_id,
  p.kind,
  p.group_id,
  p.part
FROM (
  SELECT DISTINCT
    r.kind,
    r.group_id,
    r.part
  FROM `proposal` AS r
) AS p
