SELECT
  11 AS size,
  (
    SELECT
      COUNT(*)
    FROM "threats" AS t
  ) AS minimal_threats,
  (
    SELECT
      COUNT(*)
    FROM "at_risk" AS r
  ) AS records_at_risk
