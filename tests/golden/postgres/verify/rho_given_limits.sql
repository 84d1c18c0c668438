SELECT
  label,
  CAST(part AS DECIMAL(38, 0)) AS part,
  CAST(whole AS DECIMAL(38, 0)) AS whole
FROM "given" AS given
