SELECT DISTINCT
  label,
  CAST(11 AS DECIMAL(38, 0)) AS part,
  CAST(12 AS DECIMAL(38, 0)) AS whole
FROM "hidden" AS hidden
