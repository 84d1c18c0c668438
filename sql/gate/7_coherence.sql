-- The gate of (h, k, p)-coherence, for up to two known items: one SELECT, as the gate of km.
-- 1. The sensitive items, from a table or a list; the others are what may be known. 2. Of these, which do too few records hold, or
-- tell a sensitive item too surely? 3. The same of pairs of the others, where fewer records hold a pair than each of its items:
-- what as many records hold the same records hold, and tells no more. Where persons count k of them hold a set, and the share of
-- those who have a record with it is bounded, too; what need not be looked at is told by records.
-- Xu, Wang, Fu, Yu (KDD 2008), Definitions 1 to 3.
-- phase: counting sets that are too rare or tell too much

-- name: others
-- The items that are not in a list.
-- in:  items (item), listed (item)
-- out: item
SELECT i.item FROM items AS i WHERE i.item NOT IN (SELECT l.item FROM listed AS l)

-- name: faulty_items
-- Which items do fewer than $k records hold, or does a sensitive one follow from with a confidence above $limit_num / $limit_den?
-- in:  items (item, support), item_rows (record_id, item), sensitive_rows (record_id, item)
-- out: item
SELECT i.item
FROM items AS i
LEFT JOIN (
  SELECT c.item, max(c.joint) AS joint
  FROM (
    SELECT r.item, h.item AS sensitive_item, count(*) AS joint
    FROM sensitive_rows AS h
    JOIN item_rows AS r ON r.record_id = h.record_id
    GROUP BY r.item, h.item
  ) AS c
  GROUP BY c.item
) AS s ON s.item = i.item
WHERE i.support < $k OR coalesce(s.joint, 0) * cast($limit_den AS bigint) > i.support * cast($limit_num AS bigint)

-- name: faulty_items_of_persons
-- The same of persons, and of the shares of records.
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
-- in:  pairs (left_item, right_item, support), pair_rows (record_id, left_item, right_item),
--      sensitive_rows (record_id, item), items (item, support)
-- out: left_item, right_item
SELECT p.left_item, p.right_item
FROM pairs AS p
JOIN items AS a ON a.item = p.left_item
JOIN items AS b ON b.item = p.right_item
LEFT JOIN (
  SELECT c.left_item, c.right_item, max(c.joint) AS joint
  FROM (
    SELECT o.left_item, o.right_item, h.item AS sensitive_item, count(*) AS joint
    FROM sensitive_rows AS h
    JOIN pair_rows AS o ON o.record_id = h.record_id
    GROUP BY o.left_item, o.right_item, h.item
  ) AS c
  GROUP BY c.left_item, c.right_item
) AS s ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE p.support < a.support AND p.support < b.support
  AND (p.support < $k OR coalesce(s.joint, 0) * cast($limit_den AS bigint) > p.support * cast($limit_num AS bigint))

-- name: faulty_pairs_of_persons
-- The same of persons, and of the shares of records.
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
