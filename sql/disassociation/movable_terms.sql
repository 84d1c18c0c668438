-- Which terms may move to a shared chunk? Not the sensitive ones; and where a cluster needs a term to stay and has no
-- sensitive one, the term that the fewest term chunks hold stays (pinned is 1).
-- in:  terms (cluster_id, item, support), sensitive (item), unfilled (cluster_id), trees (leaf_id, place)
-- out: top_id (at first the cluster itself), leaf_id, place, item, support, pinned
SELECT
  t.cluster_id AS top_id,
  t.cluster_id AS leaf_id,
  l.place,
  t.item,
  t.support,
  CASE WHEN p.item IS NULL THEN 0 ELSE 1 END AS pinned
FROM terms AS t
JOIN trees AS l ON l.leaf_id = t.cluster_id
ANTI JOIN sensitive AS x ON x.item = t.item
LEFT JOIN (
  SELECT
    o.cluster_id,
    o.item,
    row_number() OVER (
      PARTITION BY o.cluster_id
      ORDER BY CASE WHEN s.item IS NULL THEN 1 ELSE 0 END, n.chunks, o.item DESC
    ) AS turn
  FROM terms AS o
  JOIN unfilled AS u ON u.cluster_id = o.cluster_id
  JOIN (SELECT y.item, count(*) AS chunks FROM terms AS y GROUP BY y.item) AS n ON n.item = o.item
  LEFT JOIN sensitive AS s ON s.item = o.item
) AS p ON p.cluster_id = t.cluster_id AND p.item = t.item AND p.turn = 1
