-- What became of the items of the source, for people: how many stay, are generalized, are gone; what costs most.
-- 1. The fate of each item, and the rows that it keeps. 2. Sums by fate. 3. How few items cause most of the loss?
-- 4. The fate of the most frequent items. 5. The loss by category. 6. Records, rows, and rows of sensitive items that are left.
-- Reads what published_labels made, and items; where an item has one label everywhere.
-- phase: following what became of items

-- name: fates
-- What became of each item? Of a label that fewer records hold than could, the same share of each item's rows is kept.
-- in:  items (item, label, support), recoded (item, node), published_nodes (node, n, leaves, is_item), originals (node, holders),
--      $leaves: all leaves
-- out: item, label, support, node (NULL: gone), fate (kept, generalized, gone), rows_left, loss (in rows)
-- source: Liu and Wang (k^m-anonymity by generalization and suppression), section 2, for the loss
SELECT
    told.item, told.label, told.support, told.node, told.fate, told.support * told.share AS rows_left,
    told.support * (1 - told.share * (1 - told.lost)) AS loss
FROM (
    SELECT
        items.item, items.label, items.support, p.node,
        CASE WHEN p.node IS NULL THEN 'gone' WHEN p.is_item = 1 THEN 'kept' ELSE 'generalized' END AS fate,
        coalesce(cast(p.n AS DOUBLE) / nullif(o.holders, 0), 0) AS share,
        CASE WHEN p.is_item = 1 THEN 0 ELSE coalesce(p.leaves, 0) / cast($leaves AS DOUBLE) END AS lost
    FROM items
    LEFT JOIN recoded ON items.item = recoded.item
    LEFT JOIN published_nodes AS p ON recoded.node = p.node
    LEFT JOIN originals AS o ON recoded.node = o.node) AS told

-- name: by_fate
-- How many items stay, are generalized, are gone, how many rows did they have, and how many are left of them?
-- in:  fates (fate, support, rows_left)
-- out: fate, n_items, n_rows, rows_left
SELECT fate, count(*) AS n_items, sum(support) AS n_rows, sum(rows_left) AS rows_left FROM fates GROUP BY fate

-- name: costliest
-- How few items cause at least 80 % of the loss?
-- in:  fates (item, loss)
-- out: n (0 where nothing is lost)
WITH ordered AS (
    SELECT
        loss, sum(loss) OVER (ORDER BY loss DESC, item ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS so_far,
        sum(loss) OVER () AS everything
    FROM fates)
SELECT count(*) AS n FROM ordered WHERE loss > 0 AND so_far - loss < 0.799999 * everything

-- name: most_frequent
-- What became of the most frequent items?
-- in:  fates (label, support, node, fate, rows_left), published_nodes (node, label)
-- out: label, support, fate, released_as (NULL: nothing), rows_left; ordered
SELECT f.label, f.support, f.fate, p.label AS released_as, f.rows_left
FROM fates AS f
LEFT JOIN published_nodes AS p ON f.node = p.node
ORDER BY f.support DESC, f.label
LIMIT $most

-- name: by_category
-- What was lost of the items of each category?
-- in:  fates (item, support, fate, rows_left, loss), categories (item, category)
-- out: category, n_items, n_rows, unchanged (rows), loss (in rows); ordered
SELECT
    c.category, count(*) AS n_items, sum(f.support) AS n_rows,
    sum(CASE WHEN f.fate = 'kept' THEN f.rows_left ELSE 0 END) AS unchanged, sum(f.loss) AS loss
FROM fates AS f
JOIN categories AS c ON f.item = c.item
GROUP BY c.category
ORDER BY sum(f.loss) DESC, c.category

-- name: released
-- How many records and rows does the release have?
-- in:  release (record_id)
-- out: records, n_rows
SELECT count(DISTINCT record_id) AS records, count(*) AS n_rows FROM release

-- name: sensitive_rows
-- How many rows of sensitive items does the source have, and the release?
-- in:  items (item, label, support), sensitive (item), release (item: its label)
-- out: rows_before, rows_after
SELECT
  coalesce(cast(sum(i.support) AS bigint), 0) AS rows_before,
  (
    SELECT count(*)
    FROM release AS r
    SEMI JOIN (SELECT j.label FROM items AS j SEMI JOIN sensitive AS t ON t.item = j.item) AS l ON l.label = r.item
  ) AS rows_after
FROM items AS i
SEMI JOIN sensitive AS s ON s.item = i.item
