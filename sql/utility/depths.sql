-- At which depth of the taxonomy do the published labels stand?
-- in:  published_nodes (node, n, depth, is_item)
-- out: depth, n_labels, n_rows, n_items (labels that are items of the source as they are)
SELECT depth, count(*) AS n_labels, sum(n) AS n_rows, sum(is_item) AS n_items
FROM published_nodes GROUP BY depth ORDER BY depth
