-- Which records, not known to be at risk, does a threat of size 2 name? With a support of 1 or 2 these are all it has.
-- in:  counted (left_id, right_id, support, one_record, other_record), at_risk (record_id)
-- out: record_id
SELECT n.record_id
FROM (
  SELECT c.one_record AS record_id FROM counted AS c WHERE c.support < $k
  UNION
  SELECT c.other_record AS record_id FROM counted AS c WHERE c.support < $k
) AS n
ANTI JOIN at_risk AS r ON r.record_id = n.record_id
