-- HORPART, end: the groups become clusters. Groups that no item could split are cut into pieces of nearly equal size.
-- Into how many pieces each group is cut; in which order its records go to them; which record is in which cluster.
-- Terrovitis et al., section 4, algorithm HORPART, line 1; the cut is ours (the paper keeps such groups whole).
-- phase: cutting groups into clusters

-- name: pieces
-- Into how many pieces are the groups cut? Those that nothing could split into pieces of nearly equal size under the
-- cluster size, where that leaves $min_records records for each; the others stay whole.
-- in:  settled (group_id, size: negative where nothing could split it)
-- out: group_id, size, pieces, first_piece (the pieces of all groups are numbered from 0)
SELECT
  n.group_id,
  n.size,
  n.pieces,
  cast(sum(n.pieces) OVER (ORDER BY n.group_id) - n.pieces AS integer) AS first_piece
FROM (
  SELECT DISTINCT
    s.group_id,
    abs(s.size) AS size,
    CASE
      WHEN -s.size < $cluster_size THEN 1
      ELSE greatest(1, least(-s.size // $min_records, (-s.size + $cluster_size - 2) // ($cluster_size - 1)))
    END AS pieces
  FROM settled AS s
) AS n

-- name: cut_order
-- In which order are the distinct records in groups that are cut? By their most frequent items, without those that all
-- records of the group hold or only one does: they bring no records together.
-- in:  settled (distinct_id, group_id), pieces (group_id, size, pieces), distinct_records (distinct_id, records),
--      transactions (record_id, item),
--      sensitive (item)
-- out: distinct_id, rank (in its group)
WITH large AS (
  SELECT s.distinct_id, s.group_id, p.size, k.records
  FROM settled AS s
  JOIN pieces AS p ON p.group_id = s.group_id AND p.pieces > 1
  JOIN distinct_records AS k ON k.distinct_id = s.distinct_id
), held AS (
  SELECT l.distinct_id, l.group_id, l.size, l.records, t.item
  FROM large AS l
  JOIN transactions AS t ON t.record_id = l.distinct_id
  ANTI JOIN sensitive AS x ON x.item = t.item
), ordered AS (
  SELECT h.distinct_id, h.item, row_number() OVER (PARTITION BY h.distinct_id ORDER BY n.support DESC, h.item) AS turn
  FROM held AS h
  JOIN (
    SELECT r.group_id, r.item, sum(r.records) AS support
    FROM held AS r
    GROUP BY r.group_id, r.item
    HAVING sum(r.records) > 1 AND sum(r.records) < max(r.size)
  ) AS n ON n.group_id = h.group_id AND n.item = h.item
), keys AS (
  SELECT
    o.distinct_id,
    max(CASE WHEN o.turn = 1 THEN o.item END) AS first_item,
    max(CASE WHEN o.turn = 2 THEN o.item END) AS second_item,
    max(CASE WHEN o.turn = 3 THEN o.item END) AS third_item
  FROM ordered AS o
  WHERE o.turn <= 3
  GROUP BY o.distinct_id
)
SELECT
  l.distinct_id,
  cast(
    row_number() OVER (
      PARTITION BY l.group_id
      ORDER BY coalesce(k.first_item, 0), coalesce(k.second_item, 0), coalesce(k.third_item, 0), l.distinct_id
    ) AS integer
  ) AS rank
FROM large AS l
LEFT JOIN keys AS k ON k.distinct_id = l.distinct_id

-- name: clusters
-- The clusters: groups, or pieces of nearly equal size of groups that are cut, their records in order.
-- in:  signatures (record_id, items, total, squares), distinct_records (items, total, squares, distinct_id),
--      settled (distinct_id, group_id),
--      pieces (group_id, size, pieces, first_piece), cut_order (distinct_id, rank)
-- out: record_id, cluster_id (from 1)
WITH grouped AS (
  SELECT g.record_id, s.distinct_id, s.group_id, p.size, p.pieces, p.first_piece
  FROM signatures AS g
  JOIN distinct_records AS k ON k.total = g.total AND k.squares = g.squares AND k.items = g.items
  JOIN settled AS s ON s.distinct_id = k.distinct_id
  JOIN pieces AS p ON p.group_id = s.group_id
)
SELECT w.record_id, w.first_piece + 1 AS cluster_id
FROM grouped AS w
WHERE w.pieces = 1
UNION ALL
SELECT q.record_id, cast(q.first_piece + q.turn * q.pieces // nullif(q.size, 0) + 1 AS integer) AS cluster_id
FROM (
  SELECT
    c.record_id,
    c.first_piece,
    c.pieces,
    c.size,
    row_number() OVER (PARTITION BY c.group_id ORDER BY o.rank, c.record_id) - 1 AS turn
  FROM grouped AS c
  JOIN cut_order AS o ON o.distinct_id = c.distinct_id
) AS q
