-- rho-uncertainty where persons count: which shares of persons are above their threshold?
-- As for records (04_rho_rules), over the persons behind equal records: each counts once, however many records of theirs
-- hold a set. Which sets are looked at is told by records: what as many records hold, the same persons hold.
-- phase: checking shares of persons

-- name: confidences
-- How many of the persons who hold a set hold a sensitive label besides, in a record with the set?
-- in:  occurrences (record_id, set_id), sensitive_rows (record_id, item), members (set_id, item),
--      holders (record_id, person)
-- out: set_id, sensitive_item, support_with_sensitive, support
WITH known AS (
  SELECT c.set_id, count(*) AS n_persons
  FROM (SELECT DISTINCT o.set_id, h.person FROM occurrences AS o JOIN holders AS h ON h.record_id = o.record_id) AS c
  GROUP BY c.set_id
),
followed AS (
  SELECT c.set_id, c.item, count(*) AS n_persons
  FROM (
    SELECT DISTINCT o.set_id, s.item, h.person
    FROM occurrences AS o
    JOIN sensitive_rows AS s ON s.record_id = o.record_id
    JOIN holders AS h ON h.record_id = o.record_id
  ) AS c
  GROUP BY c.set_id, c.item
)
SELECT
  f.set_id,
  f.item AS sensitive_item,
  cast(f.n_persons AS integer) AS support_with_sensitive,
  cast(k.n_persons AS integer) AS support
FROM followed AS f
JOIN known AS k ON k.set_id = f.set_id
LEFT JOIN members AS m ON m.set_id = f.set_id AND m.item = f.item
WHERE m.item IS NULL

-- name: wishes
-- Which label does somebody want hidden of each original record? The person may have said so of another one.
-- in:  wishes (record_id, item), persons (record_id, person) of the original records
-- out: record_id, item
SELECT DISTINCT p.record_id, w.item
FROM persons AS p
JOIN persons AS o ON o.person = p.person
JOIN wishes AS w ON w.record_id = o.record_id

-- name: either
-- The rules that are above in records, or in persons.
-- in:  of_records (set_id, sensitive_item), of_persons (set_id, sensitive_item)
-- out: set_id, sensitive_item
SELECT r.set_id, r.sensitive_item FROM of_records AS r
UNION
SELECT p.set_id, p.sensitive_item FROM of_persons AS p

-- name: persons_in_several_groups
-- How many persons have records in several groups?
-- in:  lines (record_id, group_id), persons (record_id, person)
-- out: n
SELECT count(*) AS n
FROM (
  SELECT p.person
  FROM lines AS l
  JOIN persons AS p ON p.record_id = l.record_id
  GROUP BY p.person
  HAVING count(DISTINCT l.group_id) > 1
) AS s
