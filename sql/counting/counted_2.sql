-- How many records hold each pair of frequent items that occurs? (Two of those records are named, see at_risk_named.)
-- in:  occurrences (record_id, gen_id)
-- out: left_id, right_id, support, one_record, other_record
SELECT
  a.gen_id AS left_id,
  b.gen_id AS right_id,
  cast(count(*) AS integer) AS support,
  min(a.record_id) AS one_record,
  max(a.record_id) AS other_record
FROM occurrences AS a
JOIN occurrences AS b ON b.record_id = a.record_id AND b.gen_id > a.gen_id
GROUP BY a.gen_id, b.gen_id
