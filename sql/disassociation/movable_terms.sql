-- Which terms may move to a shared chunk? Not the sensitive ones; and where a cluster needs a term to stay and has no
-- sensitive one, the term that the fewest term chunks hold stays (pinned is 1).
-- in:  terms (cluster_id, item, support), sensitive (item), unfilled (cluster_id), trees (leaf_id, place)
-- out: top_id (at first the cluster itself), leaf_id, place, item, support, pinned
SELECT o.cluster_id AS top_id, o.cluster_id AS leaf_id, o.place, o.item, o.support, o.pinned
FROM (
  SELECT
    t.cluster_id,
    l.place,
    t.item,
    t.support,
    s.item AS sensitive_item,
    CASE
      WHEN u.cluster_id IS NOT NULL
        AND row_number() OVER (
          PARTITION BY t.cluster_id
          ORDER BY CASE WHEN s.item IS NULL THEN 1 ELSE 0 END, n.chunks, t.item DESC
        ) = 1
      THEN 1
      ELSE 0
    END AS pinned
  FROM terms AS t
  JOIN trees AS l ON l.leaf_id = t.cluster_id
  JOIN (SELECT x.item, count(*) AS chunks FROM terms AS x GROUP BY x.item) AS n ON n.item = t.item
  LEFT JOIN sensitive AS s ON s.item = t.item
  LEFT JOIN unfilled AS u ON u.cluster_id = t.cluster_id
) AS o
WHERE o.sensitive_item IS NULL
