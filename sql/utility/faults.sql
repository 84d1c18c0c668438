-- Can this release come from this source by replacing each item by one label or by nothing?
-- in:  published_nodes (node, n), recoded (item, node), originals (node, holders)
-- out: n_unknown (labels of no node), n_nested (items with two labels), n_more (labels that more records hold than can)
SELECT
    (SELECT count(*) FROM published_nodes WHERE node IS NULL) AS n_unknown,
    (SELECT count(*) FROM (SELECT item FROM recoded GROUP BY item HAVING count(*) > 1) AS twice) AS n_nested,
    (SELECT count(*)
     FROM published_nodes AS p LEFT JOIN originals AS o ON p.node = o.node
     WHERE p.node IS NOT NULL AND p.n > coalesce(o.holders, 0)) AS n_more
