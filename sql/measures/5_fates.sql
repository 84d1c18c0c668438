-- What became of the items of the source, for people: how many stay, are generalized, are gone; what costs most.
-- 1. The fate of each item, and the rows that it keeps. 2. Sums by fate. 3. How few items cause most of the loss?
-- Reads what published_labels made, and items; where an item has one label everywhere.

-- name: fates
-- What became of each item? Of a label that fewer records hold than could, the same share of each item's rows is kept.
-- in:  items (item, support), recoded (item, node), published_nodes (node, n, leaves, is_item), originals (node, holders),
--      all leaves $leaves
-- out: item, support, fate (kept, generalized, gone), rows_left, loss (in rows)
-- source: Liu and Wang (k^m-anonymity by generalization and suppression), section 2, for the loss
SELECT
    told.item, told.support, told.fate, told.support * told.share AS rows_left,
    told.support * (1 - told.share * (1 - told.lost)) AS loss
FROM (
    SELECT
        items.item, items.support,
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

-- name: released
-- How many records and rows does the release have?
-- in:  release (record_id)
-- out: records, n_rows
SELECT count(DISTINCT record_id) AS records, count(*) AS n_rows FROM release
