-- The gate of (h, k, p)-coherence, for up to two known items: one SELECT, as the gate of km.
-- 1. The sensitive items, from a table or a list; the others are what may be known. Groups of sensitive items are bounded like
-- these. 2. Of what may be known, what do too few records hold, or tells a sensitive item too surely? 3. The same of pairs of the
-- others, where fewer records hold a pair than each of its items: what as many records hold the same records hold, and tells no
-- more. k persons hold a set, and the shares of records and of persons are bounded; where persons do not count each record is of
-- one of its own. What need not be looked at is told by records.
-- Xu, Wang, Fu, Yu (KDD 2008), Definitions 1 to 3.
-- phase: counting sets that are too rare or tell too much

-- name: others
-- The items that are not in a list.
-- in:  items (item), listed (item)
-- out: item
SELECT i.item FROM items AS i WHERE i.item NOT IN (SELECT l.item FROM listed AS l)

-- name: group_rows
-- Which records hold an item of which group of sensitive ones? The numbers of groups follow those of items.
-- in:  named (item, name: of its group), spellings (label, spelling), items (item, label), item_rows (record_id, item)
-- out: record_id, item
SELECT DISTINCT r.record_id, g.n_items + g.number AS item
FROM (
  SELECT
    cast(n.item AS VARCHAR) AS item,
    dense_rank() OVER (ORDER BY n.name) AS number,
    (SELECT count(*) FROM items AS c) AS n_items
  FROM named AS n
  WHERE letters(n.item) > 0 AND letters(n.name) > 0
) AS g
JOIN spellings AS p ON p.spelling = g.item
JOIN items AS i ON i.label = p.label
JOIN item_rows AS r ON r.item = i.item

-- name: not_sensitive
-- How many records hold an item of a group that is not sensitive?
-- in:  grouped (item): the items of groups, listed (item): what is sensitive, item_rows (record_id, item)
-- out: n_records
SELECT c.n_records
FROM (
  SELECT count(DISTINCT r.record_id) AS n_records
  FROM item_rows AS r
  WHERE r.item IN (SELECT g.item FROM grouped AS g) AND r.item NOT IN (SELECT l.item FROM listed AS l)
) AS c
WHERE c.n_records > 0

-- name: faulty_items
-- Which items do records of fewer than $k persons hold, or does a sensitive one follow from with a confidence above
-- $limit_num / $limit_den, in records or in persons?
-- in:  items (item, support: persons, n_records), item_rows (record_id, item, person), sensitive_rows (record_id, item)
-- out: item
SELECT i.item
FROM items AS i
LEFT JOIN (
  SELECT c.item, max(c.joint) AS joint, max(c.persons) AS persons
  FROM (
    SELECT r.item, h.item AS sensitive_item, count(*) AS joint, count(DISTINCT r.person) AS persons
    FROM sensitive_rows AS h
    JOIN item_rows AS r ON r.record_id = h.record_id
    GROUP BY r.item, h.item
  ) AS c
  GROUP BY c.item
) AS s ON s.item = i.item
WHERE i.support < $k
  OR coalesce(s.joint, 0) * cast($limit_den AS bigint) > i.n_records * cast($limit_num AS bigint)
  OR coalesce(s.persons, 0) * cast($limit_den AS bigint) > i.support * cast($limit_num AS bigint)

-- name: records_of_items
-- Which records hold one of some items?
-- in:  item_rows (record_id, item), listed (item)
-- out: record_id
SELECT DISTINCT r.record_id FROM item_rows AS r WHERE r.item IN (SELECT l.item FROM listed AS l)

-- name: faulty_pairs
-- Which pairs are at fault, of those that fewer records hold than each of the two items?
-- in:  pairs (left_item, right_item, support: persons, n_records), pair_rows (record_id, person, left_item, right_item),
--      sensitive_rows (record_id, item), items (item, n_records)
-- out: left_item, right_item
SELECT p.left_item, p.right_item
FROM pairs AS p
JOIN items AS a ON a.item = p.left_item
JOIN items AS b ON b.item = p.right_item
LEFT JOIN (
  SELECT c.left_item, c.right_item, max(c.joint) AS joint, max(c.persons) AS persons
  FROM (
    SELECT
      o.left_item, o.right_item, h.item AS sensitive_item, count(*) AS joint, count(DISTINCT o.person) AS persons
    FROM sensitive_rows AS h
    JOIN pair_rows AS o ON o.record_id = h.record_id
    GROUP BY o.left_item, o.right_item, h.item
  ) AS c
  GROUP BY c.left_item, c.right_item
) AS s ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE p.n_records < a.n_records AND p.n_records < b.n_records
  AND (
    p.support < $k
    OR coalesce(s.joint, 0) * cast($limit_den AS bigint) > p.n_records * cast($limit_num AS bigint)
    OR coalesce(s.persons, 0) * cast($limit_den AS bigint) > p.support * cast($limit_num AS bigint)
  )
