SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY p.kind, p.group_id, p.part) + 11 AS INT) AS trial_id,
  p.kind,
  p.group_id,
  p.part
FROM (
  SELECT DISTINCT
    r.kind,
    r.group_id,
    r.part
  FROM "proposal" AS r
) AS p
