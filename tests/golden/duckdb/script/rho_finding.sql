SELECT
  11 AS size,
  (
    SELECT
      COUNT(*)
    FROM "above" AS a
  ) AS rules_above_rho,
  (
    SELECT
      COUNT(DISTINCT r.record_id)
    FROM "at_risk" AS r
  ) AS persons_at_risk,
  (
    SELECT
      MAX(c.confidence)
    FROM "confidences" AS c
  ) AS highest_confidence
