-- Count pairs where no larger size follows (m = 2): one self-join of the occurrences counts them all.
-- 1. The support of each pair that occurs, and two of the records that hold it. 2. Threats; generators, which only tell
-- whether a larger threat is possible. 3. The records at risk: those named, then those that hold a more frequent threat.
-- Reads occurrences and the generators of single items; adds to at_risk.

-- name: counted
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

-- name: threats
-- Which pairs are minimal threats?
-- in:  counted (left_id, right_id, support)
-- out: left_id, item, support
SELECT c.left_id, c.right_id AS item, c.support
FROM counted AS c
WHERE c.support < $k

-- name: generators
-- Which pairs are frequent generators? Numbered in the order of their items.
-- in:  counted (left_id, right_id, support), generators (gen_id, support) of size 1
-- out: gen_id, parent_id (the first item), item, support
SELECT
  cast(row_number() OVER (ORDER BY c.left_id, c.right_id) AS integer) AS gen_id,
  c.left_id AS parent_id,
  c.right_id AS item,
  c.support
FROM counted AS c
JOIN generators AS a ON a.gen_id = c.left_id
JOIN generators AS b ON b.gen_id = c.right_id
WHERE c.support >= $k AND c.support < a.support AND c.support < b.support

-- name: named_at_risk
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

-- name: not_at_risk
-- Which occurrences belong to records that are not known to be at risk?
-- in:  occurrences (record_id, gen_id), at_risk (record_id)
-- out: record_id, gen_id
SELECT o.record_id, o.gen_id
FROM occurrences AS o
ANTI JOIN at_risk AS r ON r.record_id = o.record_id

-- name: at_risk
-- Which of the remaining records hold a threat of size 2 with a support of 3 or more?
-- in:  remaining (record_id, gen_id), counted (left_id, right_id, support)
-- out: record_id
SELECT DISTINCT a.record_id
FROM remaining AS a
JOIN remaining AS b ON b.record_id = a.record_id AND b.gen_id > a.gen_id
JOIN (SELECT c.left_id, c.right_id FROM counted AS c WHERE c.support < $k AND c.support > 2) AS t
  ON t.left_id = a.gen_id AND t.right_id = b.gen_id
