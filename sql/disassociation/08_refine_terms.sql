-- REFINE, start: which clusters are neighbours, and which of their terms may move to a shared chunk.
-- Clusters whose subrecords alone are too few (verpart_terms/too_few_subrecords) keep one term. The clusters are ordered
-- by their most frequent items, so that similar ones are next to each other. A term that no two near clusters have, or
-- that fewer than k of their records hold, cannot be shared.
-- Terrovitis et al., section 4, algorithm REFINE, lines 2 and 3; section 5, Lemma 2.
-- phase: looking for clusters with items in common

-- name: leaves
-- The simple clusters, each at the top of its own tree to start with, in the order in which they are neighbours: by the
-- items that at least three tenths of their records hold, the most frequent items of the data first.
-- in:  clusters (record_id, cluster_id), supports (cluster_id, item, support)
-- out: top_id, leaf_id, size (records), position (from 0)
WITH foremost AS (
  SELECT
    l.cluster_id,
    max(CASE WHEN l.turn = 1 THEN l.item END) AS first_item,
    max(CASE WHEN l.turn = 2 THEN l.item END) AS second_item,
    max(CASE WHEN l.turn = 3 THEN l.item END) AS third_item,
    max(CASE WHEN l.turn = 4 THEN l.item END) AS fourth_item
  FROM (
    SELECT s.cluster_id, s.item, row_number() OVER (PARTITION BY s.cluster_id ORDER BY s.item) AS turn
    FROM supports AS s
    JOIN (SELECT c.cluster_id, count(*) AS size FROM clusters AS c GROUP BY c.cluster_id) AS n
      ON n.cluster_id = s.cluster_id AND s.support * 10 >= n.size * 3
  ) AS l
  WHERE l.turn <= 4
  GROUP BY l.cluster_id
)
SELECT
  n.cluster_id AS top_id,
  n.cluster_id AS leaf_id,
  n.size,
  cast(
    row_number() OVER (
      ORDER BY
        coalesce(f.first_item, 0), coalesce(f.second_item, 0), coalesce(f.third_item, 0), coalesce(f.fourth_item, 0),
        n.cluster_id
    ) - 1 AS integer
  ) AS position
FROM (SELECT c.cluster_id, count(*) AS size FROM clusters AS c GROUP BY c.cluster_id) AS n
LEFT JOIN foremost AS f ON f.cluster_id = n.cluster_id

-- name: movable_terms
-- Which terms may move to a shared chunk? Those that neighbours could share at all: that two of $width have or more, and
-- that $k records hold together. Not the sensitive ones; and where a cluster needs a term to stay, the one that the fewest
-- term chunks hold stays (pinned is 1), of those that are to be kept the last. (A sensitive one would not fill all records.)
-- in:  terms (cluster_id, item, support), sensitive (item), unfilled (cluster_id), trees (leaf_id, position), keep (item)
-- out: top_id (at first the cluster itself), leaf_id, position, item, support, pinned
SELECT
  t.cluster_id AS top_id,
  t.cluster_id AS leaf_id,
  l.position,
  t.item,
  t.support,
  CASE WHEN p.item IS NULL THEN 0 ELSE 1 END AS pinned
FROM terms AS t
JOIN trees AS l ON l.leaf_id = t.cluster_id
JOIN (
  SELECT r.position // $width AS window_id, d.item
  FROM terms AS d
  JOIN trees AS r ON r.leaf_id = d.cluster_id
  GROUP BY r.position // $width, d.item
  HAVING count(*) > 1 AND sum(d.support) >= $k
) AS w ON w.window_id = l.position // $width AND w.item = t.item
ANTI JOIN sensitive AS x ON x.item = t.item
LEFT JOIN (
  SELECT
    o.cluster_id,
    o.item,
    row_number() OVER (
      PARTITION BY o.cluster_id
      ORDER BY CASE WHEN e.item IS NULL THEN 0 ELSE 1 END, n.chunks, o.item DESC
    ) AS turn
  FROM terms AS o
  JOIN unfilled AS u ON u.cluster_id = o.cluster_id
  JOIN (SELECT y.item, count(*) AS chunks FROM terms AS y GROUP BY y.item) AS n ON n.item = o.item
  ANTI JOIN sensitive AS s ON s.item = o.item
  LEFT JOIN keep AS e ON e.item = o.item
) AS p ON p.cluster_id = t.cluster_id AND p.item = t.item AND p.turn = 1

-- name: last_cluster
-- What is the largest number of a cluster?
-- in:  trees (top_id)
-- out: last_id
SELECT max(t.top_id) AS last_id
FROM trees AS t
