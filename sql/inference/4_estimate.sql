-- Estimate: how many records of the source hold an itemset, as far as a disassociated release tells?
-- Which itemsets: those of a file (asked_itemsets), or the ones that most records hold for certain (certain_labels and
-- members, around the search of the room itemsets). For each: the records that hold it for certain, those that hold it
-- by chance when each chunk is spread evenly over its cluster, and both together; and where a sensitive item is in it, how
-- many may hold it at most.
-- Terrovitis et al., section 6.

-- name: asked_itemsets
-- Itemsets that stand in a file, with the labels of their items.
-- in:  transactions (record_id, item), items (item, label)
-- out: itemset_id, item (label)
SELECT t.record_id AS itemset_id, i.label AS item
FROM transactions AS t
JOIN items AS i ON i.item = t.item

-- name: certain_labels
-- The labels of a release, numbered.
-- in:  subrecords (item: label), terms (item: label)
-- out: item, label
SELECT row_number() OVER (ORDER BY u.item) AS item, u.item AS label
FROM (SELECT s.item FROM subrecords AS s UNION SELECT t.item FROM terms AS t) AS u

-- name: members (duckdb)
-- The items of itemsets that are written as item numbers.
-- in:  top (itemset, size, support), labels (item, label)
-- out: itemset_id (from 1, the most frequent first), item (label)
-- only: duckdb, because it alone splits a text into rows
SELECT n.itemset_id, l.label AS item
FROM (
  SELECT u.itemset_id, CAST(unnest(string_split(u.itemset, ' ')) AS bigint) AS item
  FROM (SELECT row_number() OVER (ORDER BY t.support DESC, t.size, t.itemset) AS itemset_id, t.itemset FROM top AS t) AS u
) AS n
JOIN labels AS l ON l.item = n.item

-- name: certain
-- How many records hold an itemset for certain: the subrecords that hold it, and for a single item one record of each
-- cluster that has it as a term?
-- in:  itemsets (itemset_id, item), subrecords (subrecord_id, item), terms (item)
-- out: itemset_id, certain
-- Terrovitis et al., section 6
WITH sizes AS (
  SELECT i.itemset_id, count(*) AS items, max(i.item) AS item
  FROM itemsets AS i
  GROUP BY i.itemset_id
)
SELECT f.itemset_id, sum(f.records) AS certain
FROM (
  SELECT h.itemset_id, count(*) AS records
  FROM (
    SELECT i.itemset_id, s.subrecord_id, count(*) AS items
    FROM itemsets AS i
    JOIN subrecords AS s ON s.item = i.item
    GROUP BY i.itemset_id, s.subrecord_id
  ) AS h
  JOIN sizes AS z ON z.itemset_id = h.itemset_id AND z.items = h.items
  GROUP BY h.itemset_id
  UNION ALL
  SELECT z.itemset_id, count(*) AS records
  FROM sizes AS z
  JOIN terms AS t ON t.item = z.item
  WHERE z.items = 1
  GROUP BY z.itemset_id
) AS f
GROUP BY f.itemset_id

-- name: chances
-- How many records of each simple cluster hold an itemset, as far as chance goes: each part of it that one chunk or the
-- term chunk gives is spread evenly over the records of the (simple or joint) cluster it belongs to.
-- in:  itemsets (itemset_id, item), subrecords (cluster_id, chunk_id, subrecord_id, item), terms (cluster_id, item),
--      clusters (cluster_id, kind, size), above (cluster_id, upper_id)
-- out: itemset_id, cluster_id, expected
-- Terrovitis et al., section 6. An item that several chunks at or above a cluster hold counts in the nearest of them, that
-- is the one of the smallest cluster.
WITH chunk_items AS (
  SELECT DISTINCT s.cluster_id AS home_id, s.chunk_id, s.item
  FROM subrecords AS s
  JOIN (SELECT DISTINCT i.item FROM itemsets AS i) AS w ON w.item = s.item
  UNION ALL
  SELECT t.cluster_id AS home_id, -1 AS chunk_id, t.item
  FROM terms AS t
  JOIN (SELECT DISTINCT i.item FROM itemsets AS i) AS w ON w.item = t.item
), nearest AS (
  SELECT
    a.cluster_id,
    p.item,
    p.chunk_id,
    h.size,
    row_number() OVER (PARTITION BY a.cluster_id, p.item ORDER BY h.size, p.chunk_id) AS turn
  FROM chunk_items AS p
  JOIN above AS a ON a.upper_id = p.home_id
  JOIN clusters AS c ON c.cluster_id = a.cluster_id AND c.kind = 'simple'
  JOIN clusters AS h ON h.cluster_id = p.home_id
), parts AS (
  SELECT i.itemset_id, n.cluster_id, n.chunk_id, n.size, count(*) AS items, max(i.item) AS item
  FROM itemsets AS i
  JOIN nearest AS n ON n.item = i.item AND n.turn = 1
  GROUP BY i.itemset_id, n.cluster_id, n.chunk_id, n.size
), whole AS (
  SELECT p.itemset_id, p.cluster_id
  FROM parts AS p
  JOIN (SELECT i.itemset_id, count(*) AS items FROM itemsets AS i GROUP BY i.itemset_id) AS z
    ON z.itemset_id = p.itemset_id
  GROUP BY p.itemset_id, p.cluster_id, z.items
  HAVING sum(p.items) = z.items
), needed AS (
  SELECT DISTINCT p.itemset_id, p.chunk_id, p.items
  FROM parts AS p
  WHERE p.chunk_id >= 0
), split AS (
  SELECT DISTINCT p.itemset_id, p.chunk_id, n.item
  FROM parts AS p
  JOIN nearest AS n ON n.cluster_id = p.cluster_id AND n.chunk_id = p.chunk_id AND n.turn = 1
  JOIN itemsets AS i ON i.itemset_id = p.itemset_id AND i.item = n.item
  WHERE p.chunk_id >= 0
), held AS (
  SELECT r.itemset_id, r.chunk_id, r.items, count(*) AS subrecords
  FROM (
    SELECT x.itemset_id, x.chunk_id, s.subrecord_id, count(*) AS items
    FROM split AS x
    JOIN subrecords AS s ON s.chunk_id = x.chunk_id AND s.item = x.item
    GROUP BY x.itemset_id, x.chunk_id, s.subrecord_id
  ) AS r
  JOIN needed AS d ON d.itemset_id = r.itemset_id AND d.chunk_id = r.chunk_id AND d.items = r.items
  GROUP BY r.itemset_id, r.chunk_id, r.items
)
SELECT
  p.itemset_id,
  p.cluster_id,
  max(l.size) * exp(sum(ln(CASE
    WHEN p.chunk_id >= 0 THEN cast(h.subrecords AS double) / nullif(p.size, 0)
    ELSE power(cast(1 AS double) / nullif(p.size, 0), p.items)
  END))) AS expected
FROM parts AS p
JOIN whole AS w ON w.itemset_id = p.itemset_id AND w.cluster_id = p.cluster_id
JOIN clusters AS l ON l.cluster_id = p.cluster_id
LEFT JOIN held AS h ON h.itemset_id = p.itemset_id AND h.chunk_id = p.chunk_id AND h.items = p.items
GROUP BY p.itemset_id, p.cluster_id
HAVING count(*) FILTER (WHERE p.chunk_id >= 0 AND h.subrecords IS NULL) = 0

-- name: unknown_supports
-- Of which itemsets is it not told how many records hold them, since a sensitive item is in them? Of a cluster with all of
-- its sensitive items as terms one in $diversity records may hold it at most (1: all of them may).
-- in:  itemsets (itemset_id, item), terms (cluster_id, item), clusters (cluster_id, size), sensitive (label)
-- out: itemset_id, at_most
WITH secret AS (
  SELECT i.itemset_id, i.item
  FROM itemsets AS i
  SEMI JOIN sensitive AS s ON s.label = i.item
), held AS (
  SELECT x.itemset_id, t.cluster_id, count(*) AS items
  FROM secret AS x
  JOIN terms AS t ON t.item = x.item
  GROUP BY x.itemset_id, t.cluster_id
)
SELECT z.itemset_id, cast(coalesce(sum(c.size // $diversity), 0) AS bigint) AS at_most
FROM (SELECT y.itemset_id, count(*) AS items FROM secret AS y GROUP BY y.itemset_id) AS z
LEFT JOIN held AS h ON h.itemset_id = z.itemset_id AND h.items = z.items
LEFT JOIN clusters AS c ON c.cluster_id = h.cluster_id
GROUP BY z.itemset_id

-- name: estimates
-- What is known about the support of each itemset?
-- in:  itemsets (itemset_id), certain (itemset_id, certain), chances (itemset_id, expected)
-- out: itemset_id, certain, expected (never under what is certain)
SELECT
  i.itemset_id,
  cast(coalesce(max(c.certain), 0) AS bigint) AS certain,
  greatest(coalesce(max(e.expected), 0), cast(coalesce(max(c.certain), 0) AS double)) AS expected
FROM (SELECT DISTINCT x.itemset_id FROM itemsets AS x) AS i
LEFT JOIN certain AS c ON c.itemset_id = i.itemset_id
LEFT JOIN (SELECT h.itemset_id, sum(h.expected) AS expected FROM chances AS h GROUP BY h.itemset_id) AS e
  ON e.itemset_id = i.itemset_id
GROUP BY i.itemset_id
