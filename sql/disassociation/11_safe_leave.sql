-- Safe disassociation, which items leave a chunk that cannot be suppressed in part? One of three answers:
-- best: the one item whose leaving costs the fewest pairs of items, where a single one helps (pair_supports, losses,
-- cheapest_leave); in the other chunks the covered items. demote and separate: the covered items, as many as must
-- (covered_leave). suppress: all items of the chunk (all_leave).
-- suppress is Awad et al., section 5.2.2; the others are ours.
-- phase: taking covered items out of their chunks

-- name: item_counts
-- How often is each item of some chunks in a subrecord, in one of its own, and missing where all others are?
-- Missing are those subrecords with all items but one that do not hold the item.
-- in:  open_rows (cluster_id, chunk, record_id, item): theirs, infeasible_chunks (cluster_id, chunk, items)
-- out: cluster_id, chunk, item, support, alone, missing (subrecords with all other items)
WITH lengths AS (
  SELECT a.cluster_id, a.chunk, a.record_id, count(*) AS items
  FROM open_rows AS a
  GROUP BY a.cluster_id, a.chunk, a.record_id
), near AS (
  SELECT t.cluster_id, t.chunk, t.items - 1 AS items, count(*) FILTER (WHERE l.items = t.items - 1) AS subrecords
  FROM infeasible_chunks AS t
  JOIN lengths AS l ON l.cluster_id = t.cluster_id AND l.chunk = t.chunk
  GROUP BY t.cluster_id, t.chunk, t.items
)
SELECT
  o.cluster_id, o.chunk, o.item,
  count(*) AS support,
  count(*) FILTER (WHERE l.items = 1) AS alone,
  n.subrecords - count(*) FILTER (WHERE l.items = n.items) AS missing
FROM open_rows AS o
JOIN near AS n ON n.cluster_id = o.cluster_id AND n.chunk = o.chunk
JOIN lengths AS l ON l.cluster_id = o.cluster_id AND l.chunk = o.chunk AND l.record_id = o.record_id
GROUP BY o.cluster_id, o.chunk, o.item, n.subrecords, n.items

-- name: pair_supports
-- How often do two items of a chunk come together, where any of them may leave it?
-- in:  open_rows (cluster_id, chunk, record_id, item), infeasible_chunks (cluster_id, chunk, free)
-- out: cluster_id, chunk, item, other, support
SELECT a.cluster_id, a.chunk, a.item, b.item AS other, count(*) AS support
FROM open_rows AS a
JOIN infeasible_chunks AS t ON t.cluster_id = a.cluster_id AND t.chunk = a.chunk AND t.free = 1
JOIN open_rows AS b
  ON b.cluster_id = a.cluster_id AND b.chunk = a.chunk AND b.record_id = a.record_id AND b.item <> a.item
GROUP BY a.cluster_id, a.chunk, a.item, b.item

-- name: losses
-- What does it cost to take an item out of a free chunk, and does it help? The cost is how many pairs of items the subrecords
-- no longer hold together; it helps where the rest has no covered item or can be suppressed in part.
-- in:  infeasible_chunks (cluster_id, chunk, items, subrecords, whole, size, free),
--      item_counts (cluster_id, chunk, item, support, alone, missing), together (cluster_id, chunk, item, other, support)
-- out: cluster_id, chunk, item, loss, helps (0 or 1)
SELECT
  p.cluster_id, p.chunk, p.item, p.loss,
  CASE
    WHEN p.items = 2 OR p.min_support > p.whole OR (p.subrecords + 2 <= p.size AND p.whole - p.items // 2 >= $k) THEN 1
    ELSE 0
  END AS helps
FROM (
  SELECT
    y.cluster_id, y.chunk, y.item, t.items, t.size,
    t.subrecords - y.alone AS subrecords,
    t.whole + y.missing AS whole,
    min(z.support) AS min_support,
    sum(coalesce(g.support, 0)) AS loss
  FROM item_counts AS y
  JOIN infeasible_chunks AS t ON t.cluster_id = y.cluster_id AND t.chunk = y.chunk AND t.free = 1
  JOIN item_counts AS z ON z.cluster_id = y.cluster_id AND z.chunk = y.chunk AND z.item <> y.item
  LEFT JOIN together AS g
    ON g.cluster_id = y.cluster_id AND g.chunk = y.chunk AND g.item = y.item AND g.other = z.item
  GROUP BY y.cluster_id, y.chunk, y.item, y.alone, y.missing, t.items, t.size, t.whole, t.subrecords
) AS p

-- name: cheapest_leave
-- Which one item leaves a free chunk, of those that help the one that costs least?
-- in:  losses (cluster_id, chunk, item, loss, helps)
-- out: cluster_id, chunk, item
SELECT o.cluster_id, o.chunk, o.item
FROM (
  SELECT
    l.cluster_id, l.chunk, l.item,
    row_number() OVER (PARTITION BY l.cluster_id, l.chunk ORDER BY l.loss, l.item DESC) AS rank
  FROM losses AS l
  WHERE l.helps = 1
) AS o
WHERE o.rank = 1

-- name: other_chunks
-- Which of the chunks that cannot be suppressed in part has no single item to leave that helps?
-- in:  infeasible_chunks (cluster_id, chunk, items, whole, room), leaving (cluster_id, chunk)
-- out: cluster_id, chunk, items, whole, room
SELECT t.cluster_id, t.chunk, t.items, t.whole, t.room
FROM infeasible_chunks AS t
ANTI JOIN leaving AS l ON l.cluster_id = t.cluster_id AND l.chunk = t.chunk

-- name: covered_leave
-- Which covered items leave their chunk, where partial suppression is not possible? All of them have the same support. As
-- many go as must: all where there is no room for ghosts, else until few enough are left for precondition (4); never the
-- last item of the chunk. The items that are rarest in the data go first.
-- in:  infeasible_chunks (cluster_id, chunk, items, whole, room), item_counts (cluster_id, chunk, item, support)
-- out: cluster_id, chunk, item
SELECT o.cluster_id, o.chunk, o.item
FROM (
  SELECT
    t.cluster_id, t.chunk, c.item, t.items, t.whole, t.room,
    row_number() OVER (PARTITION BY t.cluster_id, t.chunk ORDER BY c.item DESC) AS rank,
    count(*) OVER (PARTITION BY t.cluster_id, t.chunk) AS covered
  FROM infeasible_chunks AS t
  JOIN item_counts AS c ON c.cluster_id = t.cluster_id AND c.chunk = t.chunk AND c.support = t.whole
) AS o
WHERE o.rank < o.items
  AND o.rank <= CASE WHEN o.room = 0 THEN o.covered ELSE least(o.covered, o.items - 2 * (o.whole - $k)) END

-- name: all_leave
-- All items of the chunks that cannot be suppressed in part.
-- in:  item_counts (cluster_id, chunk, item)
-- out: cluster_id, chunk, item
-- Awad et al., section 5.2.2
SELECT c.cluster_id, c.chunk, c.item
FROM item_counts AS c
