-- Which of the remaining records hold a threat of size 2 with a support of 3 or more?
-- in:  remaining (record_id, gen_id), counted (left_id, right_id, support)
-- out: record_id
SELECT DISTINCT a.record_id
FROM remaining AS a
JOIN remaining AS b ON b.record_id = a.record_id AND b.gen_id > a.gen_id
JOIN (SELECT c.left_id, c.right_id FROM counted AS c WHERE c.support < $k AND c.support > 2) AS t
  ON t.left_id = a.gen_id AND t.right_id = b.gen_id
