-- Diversity: no item that is sensitive is held by more than one in $diversity records of its cluster.
-- HORPART clusters by the other items, so some clusters have too many holders. A round of swaps pairs each of these with
-- another cluster: holders of the worst item go there, as many records without it come back. A pair stands where both
-- clusters together are nearer to what is wanted than before. What no swap mends is taken out of single records
-- (surplus_rows); a record that has nothing left leaves its cluster. Clusters that are now unfit join others.
-- Terrovitis et al., section 5 (diversity) speaks of a single holder in a cluster; that no more than one in so many
-- records hold an item, and how it is reached, is ours.
-- phase: spreading those who hold sensitive items over clusters

-- name: record_lengths
-- How many items do records with a sensitive item hold, and how many that are not sensitive?
-- in:  transactions (record_id, item), sensitive_rows (record_id, item)
-- out: record_id, items, open_items
SELECT h.record_id, n.items, n.items - h.items AS open_items
FROM (SELECT s.record_id, count(*) AS items FROM sensitive_rows AS s GROUP BY s.record_id) AS h
JOIN (SELECT t.record_id, count(*) AS items FROM transactions AS t GROUP BY t.record_id) AS n
  ON n.record_id = h.record_id

-- name: held_items
-- How many records of its cluster hold a sensitive item, and by how much is that too many?
-- in:  clusters (record_id, cluster_id), sensitive_rows (record_id, item)
-- out: cluster_id, item, holders, size (records), surplus (over 0: too many hold it)
SELECT h.cluster_id, h.item, h.holders, n.size, h.holders * $diversity - n.size AS surplus
FROM (
  SELECT c.cluster_id, s.item, count(*) AS holders
  FROM clusters AS c
  JOIN sensitive_rows AS s ON s.record_id = c.record_id
  GROUP BY c.cluster_id, s.item
) AS h
JOIN (SELECT r.cluster_id, count(*) AS size FROM clusters AS r GROUP BY r.cluster_id) AS n
  ON n.cluster_id = h.cluster_id

-- name: too_many
-- For how many clusters and sensitive items do too many records hold it?
-- in:  held_items (surplus)
-- out: n
SELECT count(*) AS n
FROM held_items AS h
WHERE h.surplus > 0

-- name: swaps
-- Which cluster with too many holders of an item swaps how many records with which other cluster? Both are taken in the
-- order of neighbours, so that similar clusters meet; other ones meet at each turn.
-- in:  held_items (cluster_id, item, holders, size, surplus), places (leaf_id, size, position)
-- out: from_id, to_id, item, swaps
WITH worst AS (
  SELECT w.cluster_id, w.item, w.surplus, p.position
  FROM (
    SELECT
      h.cluster_id, h.item, h.surplus,
      row_number() OVER (PARTITION BY h.cluster_id ORDER BY h.surplus DESC, h.item) AS turn
    FROM held_items AS h
    WHERE h.surplus > 0
  ) AS w
  JOIN places AS p ON p.leaf_id = w.cluster_id
  WHERE w.turn = 1
), givers AS (
  SELECT w.cluster_id, w.item, w.surplus, row_number() OVER (ORDER BY w.position) - 1 AS at, count(*) OVER () AS n
  FROM worst AS w
), takers AS (
  SELECT p.leaf_id AS cluster_id, p.size, row_number() OVER (ORDER BY p.position) - 1 AS at, count(*) OVER () AS n
  FROM places AS p
  ANTI JOIN worst AS w ON w.cluster_id = p.leaf_id
), numbers AS (
  SELECT g.at, g.n AS givers, t.n AS takers
  FROM givers AS g
  JOIN takers AS t ON t.at = g.at
), matched AS (
  SELECT
    CASE WHEN n.givers > n.takers THEN (n.at * n.givers // nullif(n.takers, 0) + $turn) % nullif(n.givers, 0) ELSE n.at END AS giver_at,
    CASE WHEN n.givers > n.takers THEN n.at ELSE (n.at * n.takers // nullif(n.givers, 0) + $turn) % nullif(n.takers, 0) END AS taker_at
  FROM numbers AS n
), possible AS (
  SELECT
    g.cluster_id AS from_id,
    t.cluster_id AS to_id,
    g.item,
    least(
      (g.surplus + $diversity - 1) // $diversity,
      (t.size - coalesce(h.holders, 0) * $diversity) // $diversity
    ) AS swaps
  FROM matched AS m
  JOIN givers AS g ON g.at = m.giver_at
  JOIN takers AS t ON t.at = m.taker_at
  LEFT JOIN held_items AS h ON h.cluster_id = t.cluster_id AND h.item = g.item
)
SELECT p.from_id, p.to_id, p.item, p.swaps
FROM possible AS p
WHERE p.swaps > 0

-- name: moves
-- Which records go from one cluster of a swap to the other? Holders of the item go, and as many records without it come:
-- those with the fewest sensitive items, of these the shortest, which have the fewest pairs to lose.
-- in:  swaps (from_id, to_id, item, swaps), clusters (record_id, cluster_id), sensitive_rows (record_id, item),
--      transactions (record_id, item)
-- out: record_id, cluster_id (where it goes), swap_id (the cluster with too many holders)
WITH involved AS (
  SELECT c.record_id, s.from_id AS swap_id, s.to_id AS other_id, s.item, s.swaps, 1 AS gives
  FROM swaps AS s
  JOIN clusters AS c ON c.cluster_id = s.from_id
  UNION ALL
  SELECT c.record_id, s.from_id AS swap_id, s.from_id AS other_id, s.item, s.swaps, 0 AS gives
  FROM swaps AS s
  JOIN clusters AS c ON c.cluster_id = s.to_id
), lengths AS (
  SELECT t.record_id, count(*) AS items
  FROM transactions AS t
  SEMI JOIN involved AS i ON i.record_id = t.record_id
  GROUP BY t.record_id
), secrets AS (
  SELECT i.record_id, count(*) AS items, max(CASE WHEN r.item = i.item THEN 1 ELSE 0 END) AS holds
  FROM involved AS i
  JOIN sensitive_rows AS r ON r.record_id = i.record_id
  GROUP BY i.record_id
), ranked AS (
  SELECT
    i.record_id, i.swap_id, i.other_id, i.swaps,
    row_number() OVER (
      PARTITION BY i.swap_id, i.gives
      ORDER BY coalesce(x.items, 0), n.items, i.record_id
    ) AS rank
  FROM involved AS i
  JOIN lengths AS n ON n.record_id = i.record_id
  LEFT JOIN secrets AS x ON x.record_id = i.record_id
  WHERE coalesce(x.holds, 0) = i.gives
)
SELECT k.record_id, k.other_id AS cluster_id, k.swap_id
FROM ranked AS k
WHERE k.rank <= k.swaps

-- name: moved_clusters
-- The clusters once these records have moved.
-- in:  clusters (record_id, cluster_id), moves (record_id, cluster_id)
-- out: record_id, cluster_id
SELECT c.record_id, coalesce(m.cluster_id, c.cluster_id) AS cluster_id
FROM clusters AS c
LEFT JOIN moves AS m ON m.record_id = c.record_id

-- name: good_moves
-- Which records may move: those of the swaps after which both clusters together have fewer holders too many?
-- in:  moves (record_id, cluster_id, swap_id), swaps (from_id, to_id), held_items (cluster_id, surplus) before,
--      held_then (cluster_id, surplus) if all moved
-- out: record_id, cluster_id, swap_id
WITH pairs AS (
  SELECT s.from_id AS swap_id, s.from_id AS cluster_id
  FROM swaps AS s
  UNION ALL
  SELECT s.from_id AS swap_id, s.to_id AS cluster_id
  FROM swaps AS s
), good AS (
  SELECT p.swap_id
  FROM pairs AS p
  JOIN (
    SELECT h.cluster_id, h.surplus AS surplus_before, 0 AS surplus_then FROM held_items AS h WHERE h.surplus > 0
    UNION ALL
    SELECT t.cluster_id, 0 AS surplus_before, t.surplus AS surplus_then FROM held_then AS t WHERE t.surplus > 0
  ) AS b ON b.cluster_id = p.cluster_id
  GROUP BY p.swap_id
  HAVING sum(b.surplus_then) < sum(b.surplus_before)
)
SELECT m.record_id, m.cluster_id, m.swap_id
FROM moves AS m
SEMI JOIN good AS g ON g.swap_id = m.swap_id

-- name: moved_records
-- How many records are in another cluster than they were?
-- in:  clusters (record_id, cluster_id), before (record_id, cluster_id)
-- out: n
SELECT count(*) AS n
FROM clusters AS c
JOIN before AS b ON b.record_id = c.record_id
WHERE b.cluster_id <> c.cluster_id

-- name: surplus_rows
-- Which occurrences of sensitive items are taken out, so that no more records of a cluster hold one than may? First those
-- of records with the most other items, which are sure not to be left with nothing.
-- in:  held_items (cluster_id, item, holders, size, surplus), clusters (record_id, cluster_id),
--      sensitive_rows (record_id, item), record_lengths (record_id, items, open_items)
-- out: record_id, item
SELECT r.record_id, r.item
FROM (
  SELECT
    s.record_id, s.item, h.holders - h.size // $diversity AS surplus_holders,
    row_number() OVER (
      PARTITION BY h.cluster_id, h.item ORDER BY n.open_items DESC, n.items DESC, s.record_id
    ) AS rank
  FROM held_items AS h
  JOIN clusters AS c ON c.cluster_id = h.cluster_id
  JOIN sensitive_rows AS s ON s.record_id = c.record_id AND s.item = h.item
  JOIN record_lengths AS n ON n.record_id = s.record_id
  WHERE h.surplus > 0
) AS r
WHERE r.rank <= r.surplus_holders

-- name: clusters_left
-- The clusters without the records of which every item was taken out.
-- in:  clusters (record_id, cluster_id), taken_out (record_id, item), record_lengths (record_id, items)
-- out: record_id, cluster_id
SELECT c.record_id, c.cluster_id
FROM clusters AS c
ANTI JOIN (
  SELECT n.record_id
  FROM record_lengths AS n
  JOIN (SELECT t.record_id, count(*) AS items FROM taken_out AS t GROUP BY t.record_id) AS g
    ON g.record_id = n.record_id AND g.items = n.items
) AS e ON e.record_id = c.record_id

-- name: cluster_kinds
-- Which clusters are unfit? Those of fewer than $k records. And where a sensitive item is held, those of fewer than
-- $k * $diversity (k records may hold it in a possible original, and no more than one in so many do), and those in which
-- nobody holds anything else (then all would have to). Which are large: fit, whatever joins them?
-- in:  clusters (record_id, cluster_id), sensitive_rows (record_id, item), record_lengths (record_id, open_items)
-- out: cluster_id, unfit, large (1 or 0)
SELECT
  s.cluster_id,
  CASE WHEN s.size < $k OR (s.secret > 0 AND (s.size < $k * $diversity OR s.open = 0)) THEN 1 ELSE 0 END AS unfit,
  CASE WHEN s.size >= $k * $diversity AND s.open > 0 THEN 1 ELSE 0 END AS large
FROM (
  SELECT
    c.cluster_id,
    count(*) AS size,
    count(h.record_id) AS secret,
    sum(CASE WHEN n.record_id IS NULL OR n.open_items > 0 THEN 1 ELSE 0 END) AS open
  FROM clusters AS c
  LEFT JOIN (SELECT DISTINCT r.record_id FROM sensitive_rows AS r) AS h ON h.record_id = c.record_id
  LEFT JOIN record_lengths AS n ON n.record_id = c.record_id
  GROUP BY c.cluster_id
) AS s

-- name: unfit_clusters
-- How many clusters are unfit?
-- in:  cluster_kinds (unfit)
-- out: n
SELECT coalesce(sum(k.unfit), 0) AS n
FROM cluster_kinds AS k

-- name: joined_clusters
-- The clusters once the unfit ones have joined the next large one before them, in the order of neighbours, or the first.
-- Where there is none, all are one cluster. (Where no more than one in so many hold an item in each of two clusters, no
-- more do in both together.)
-- in:  clusters (record_id, cluster_id), cluster_kinds (cluster_id, unfit, large), places (leaf_id, position)
-- out: record_id, cluster_id
SELECT c.record_id, n.leaf_id AS cluster_id
FROM clusters AS c
JOIN (
  SELECT
    k.cluster_id, k.unfit, p.position,
    max(CASE WHEN k.large = 1 THEN p.position END) OVER (
      ORDER BY p.position ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS large_before,
    min(CASE WHEN k.large = 1 THEN p.position END) OVER () AS first_large,
    min(p.position) OVER () AS first_place
  FROM cluster_kinds AS k
  JOIN places AS p ON p.leaf_id = k.cluster_id
) AS d ON d.cluster_id = c.cluster_id
JOIN places AS n ON n.position = CASE
  WHEN d.first_large IS NULL THEN d.first_place
  WHEN d.unfit = 1 THEN coalesce(d.large_before, d.first_large)
  ELSE d.position
END

-- name: holders
-- Which record of which published cluster holds which sensitive item, as the source has it without what was taken out?
-- in:  transactions (record_id, item), sensitive (item), taken_out (record_id, item), clusters (record_id, cluster_id),
--      published_cluster_ids (cluster_id, published_id), labels (item, label)
-- out: record_id, cluster_id (the published number), item (label)
SELECT t.record_id, p.published_id AS cluster_id, l.label AS item
FROM transactions AS t
SEMI JOIN sensitive AS s ON s.item = t.item
ANTI JOIN taken_out AS x ON x.record_id = t.record_id AND x.item = t.item
JOIN clusters AS c ON c.record_id = t.record_id
JOIN published_cluster_ids AS p ON p.cluster_id = c.cluster_id
JOIN labels AS l ON l.item = t.item
