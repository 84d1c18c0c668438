-- What was found at one size: rules above rho from so many known items; persons at risk, and the highest confidence of
-- any rule, from at most so many.
-- in:  above, at_risk (record_id), confidences (confidence)
-- out: size, rules_above_rho, persons_at_risk, highest_confidence
SELECT
  $size AS size,
  (SELECT count(*) FROM above AS a) AS rules_above_rho,
  (SELECT count(DISTINCT r.record_id) FROM at_risk AS r) AS persons_at_risk,
  (SELECT max(c.confidence) FROM confidences AS c) AS highest_confidence
