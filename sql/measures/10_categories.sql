-- How far off are counts by category, and of the most frequent items? A category is a label right under the root.
-- 1. The category of each label at or under one. 2. Records that hold something of each. 3. The mean relative error, as of
-- a workload. 4. The same of items, where a release is put together as a made-up original. 5. The tail: of how many items can
-- the count still be used, and of which share of the sensitive rows.
-- What is released as the root is of no category. Records are counted, so labels that are merged change nothing.
-- phase: counting the records of each category

-- name: of_labels
-- Which category is each label of?
-- in:  ancestors (item, node), nodes (node, depth)
-- out: node, category
SELECT DISTINCT l.node, c.node AS category
FROM ancestors AS l
JOIN nodes AS n ON n.node = l.node AND n.depth >= 1
JOIN ancestors AS c ON c.item = l.item
JOIN nodes AS d ON d.node = c.node AND d.depth = 1

-- name: records
-- How many records hold something of each category?
-- in:  rows (record_id, item: node), of_labels (node, category)
-- out: category, n
SELECT c.category, count(DISTINCT r.record_id) AS n
FROM rows AS r
JOIN of_labels AS c ON c.node = r.item
GROUP BY c.category

-- name: coded
-- The rows of a release with the node of each label.
-- in:  release (record_id, item: label), published_nodes (node, label)
-- out: record_id, item (node)
SELECT r.record_id, p.node AS item
FROM release AS r
JOIN published_nodes AS p ON p.label = r.item

-- name: side_by_side
-- The $most categories that most records hold, with what is left of these. Which are items right under the root?
-- in:  before, after (category, n), nodes (node, label), items (item)
-- out: label, before, after, is_item (1: an item of the source itself); ordered
SELECT n.label, b.n AS before, coalesce(a.n, 0) AS after, CASE WHEN i.item IS NULL THEN 0 ELSE 1 END AS is_item
FROM before AS b
JOIN nodes AS n ON n.node = b.category
LEFT JOIN after AS a ON a.category = b.category
LEFT JOIN items AS i ON i.item = b.category
ORDER BY b.n DESC, n.label
LIMIT $most

-- name: error
-- How far off are the counts of a release, on average?
-- in:  before, after (category, n)
-- out: error, 0: not at all (NULL where there is no category)
SELECT avg(abs(cast(b.n AS double) - coalesce(a.n, 0)) / nullif(b.n, 0)) AS error
FROM before AS b
LEFT JOIN after AS a ON a.category = b.category

-- name: item_error
-- How far off are the counts of the $most most frequent items in a made-up original, on average?
-- in:  items (item, support), drawn (record_id, item)
-- out: error, 0: not at all
SELECT avg(abs(cast(i.support AS double) - coalesce(d.n, 0)) / nullif(i.support, 0)) AS error
FROM items AS i
LEFT JOIN (
  SELECT r.item, count(*) AS n
  FROM drawn AS r
  WHERE r.item <= $most
  GROUP BY r.item
) AS d ON d.item = i.item
WHERE i.item <= $most

-- name: usable
-- Of how many items can the count still be used? The release counts it within a tenth of what it was, by the records that
-- hold the item itself: what stands under a label is counted for no item. And how many rows of sensitive items are of such
-- items?
-- in:  items (item, support), released (record_id, item), sensitive (item)
-- out: n_usable, n_sensitive_usable, n_sensitive
SELECT
  cast(coalesce(sum(u.usable), 0) AS bigint) AS n_usable,
  cast(coalesce(sum(u.usable * u.sensitive_rows), 0) AS bigint) AS n_sensitive_usable,
  cast(coalesce(sum(u.sensitive_rows), 0) AS bigint) AS n_sensitive
FROM (
  SELECT
    CASE WHEN 10 * abs(i.support - coalesce(r.n, 0)) <= i.support THEN 1 ELSE 0 END AS usable,
    CASE WHEN s.item IS NULL THEN 0 ELSE i.support END AS sensitive_rows
  FROM items AS i
  LEFT JOIN (SELECT l.item, count(DISTINCT l.record_id) AS n FROM released AS l GROUP BY l.item) AS r ON r.item = i.item
  LEFT JOIN (SELECT DISTINCT h.item FROM sensitive AS h) AS s ON s.item = i.item
) AS u
