-- What was found at one size: minimal threats, and records that hold a threat of at most this size.
-- in:  threats, at_risk
-- out: size, minimal_threats, records_at_risk
SELECT
  $size AS size,
  (SELECT count(*) FROM threats AS t) AS minimal_threats,
  (SELECT count(*) FROM at_risk AS r) AS records_at_risk
