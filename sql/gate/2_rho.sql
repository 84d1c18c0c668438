-- The gate of rho-uncertainty, for up to two known items: one SELECT, as the gate of km.
-- 1. The sensitive items, from a table or a list. The rows of all records as numbers, and those of sensitive items.
-- 2. Rules from one known item: how many records hold it, and how many of these the sensitive item? 3. Rules from a pair,
-- of pairs that are held together with a sensitive item, and by fewer records than each of their items.
-- Nakagawa, Arai, Nakagawa, Definition 2 and formula (1).
-- phase: counting rules above rho

-- name: sure_items
-- From which item does a sensitive one follow too surely: of the records that hold it, more than $limit_num / $limit_den
-- hold both?
-- in:  item_rows (record_id, item), sensitive_rows (record_id, item), items (item, support)
-- out: item, sensitive_item
SELECT c.item, c.sensitive_item
FROM (
  SELECT r.item, h.item AS sensitive_item, count(*) AS support_with_sensitive
  FROM sensitive_rows AS h
  JOIN item_rows AS r ON r.record_id = h.record_id AND r.item <> h.item
  GROUP BY r.item, h.item
) AS c
JOIN items AS i ON i.item = c.item
WHERE c.support_with_sensitive * cast($limit_den AS bigint) > i.support * cast($limit_num AS bigint)

-- name: records_of_items
-- Which records hold one of some items?
-- in:  item_rows (record_id, item), sure_items (item)
-- out: record_id
SELECT DISTINCT r.record_id
FROM item_rows AS r
JOIN sure_items AS s ON s.item = r.item

-- name: sure_pairs
-- From which pair does a sensitive item follow too surely? Only pairs that fewer records hold than each of the two items.
-- in:  pair_rows (record_id, left_item, right_item), sensitive_rows (record_id, item),
--      pairs (left_item, right_item, support), items (item, support)
-- out: left_item, right_item, sensitive_item
SELECT c.left_item, c.right_item, c.sensitive_item
FROM (
  SELECT o.left_item, o.right_item, h.item AS sensitive_item, count(*) AS support_with_sensitive
  FROM sensitive_rows AS h
  JOIN pair_rows AS o ON o.record_id = h.record_id AND o.left_item <> h.item AND o.right_item <> h.item
  GROUP BY o.left_item, o.right_item, h.item
) AS c
JOIN pairs AS p ON p.left_item = c.left_item AND p.right_item = c.right_item
JOIN items AS a ON a.item = c.left_item
JOIN items AS b ON b.item = c.right_item
WHERE p.support < a.support AND p.support < b.support
  AND c.support_with_sensitive * cast($limit_den AS bigint) > p.support * cast($limit_num AS bigint)
