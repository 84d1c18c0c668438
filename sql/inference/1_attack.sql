-- Attack: what does somebody who knows a few items of a person learn from a disassociated release?
-- The known items: 1 to m - 1 of a chunk, and one of another chunk. Counted first: what may be known of the subrecords that
-- this concerns, how many they are, and the records with an item that all records of their cluster hold.
-- Then, for 1, 2, … known items: how often each item of the chunk occurs beside a known set; what follows from it; what
-- that links to each subrecord; the totals; and the sets of one item more that may tell more.
-- Awad et al., Lemma 1 and section 5.2.1.
-- phase: linking pieces of records

-- name: lines
-- All chunks as one set of records: no two chunks have an item in common.
-- in:  subrecords (chunk_id, subrecord_id, item), nodes (node_id, chunk_id, item)
-- out: record_id, item
SELECT DISTINCT s.subrecord_id AS record_id, n.node_id AS item
FROM subrecords AS s
JOIN nodes AS n ON n.chunk_id = s.chunk_id AND n.item = s.item
WHERE s.subrecord_id IS NOT NULL

-- name: known_rows
-- What may be known: the subrecords whose records draw on another chunk, in chunks of two items or more.
-- in:  lines (record_id: a subrecord, item: a node), nodes (node_id, chunk_id), covers (chunk_id, kind, reach)
-- out: record_id, item (a node), items (of its chunk)
SELECT l.record_id, l.item, c.items
FROM lines AS l
JOIN nodes AS n ON n.node_id = l.item
JOIN (
  SELECT d.chunk_id, count(*) AS items
  FROM nodes AS d
  JOIN covers AS v ON v.chunk_id = d.chunk_id AND (v.kind = 'joint' OR v.reach > 1)
  GROUP BY d.chunk_id
  HAVING count(*) > 1
) AS c ON c.chunk_id = n.chunk_id

-- name: subrecord_count
-- How many subrecords are there whose records draw on another chunk, too?
-- in:  lines (record_id: a subrecord, item: a node), nodes (node_id, chunk_id), covers (chunk_id, kind, reach)
-- out: subrecords
SELECT count(DISTINCT l.record_id) AS subrecords
FROM lines AS l
JOIN nodes AS n ON n.node_id = l.item
JOIN covers AS v ON v.chunk_id = n.chunk_id AND (v.kind = 'joint' OR v.reach > 1)

-- name: held_by_all
-- In how many records of simple clusters is an item that all records of the cluster hold?
-- in:  clusters (cluster_id, kind, size), subrecords (cluster_id, item)
-- out: records
SELECT coalesce(sum(c.size), 0) AS records
FROM clusters AS c
JOIN (
  SELECT DISTINCT n.cluster_id
  FROM (SELECT s.cluster_id, s.item, count(*) AS support FROM subrecords AS s GROUP BY s.cluster_id, s.item) AS n
  JOIN clusters AS h ON h.cluster_id = n.cluster_id AND h.kind = 'simple' AND h.size = n.support
) AS a ON a.cluster_id = c.cluster_id

-- name: single_sets
-- The sets of one item, each where it occurs.
-- in:  known_rows (record_id, item)
-- out: record_id, set_id, prefix_id (0: the empty set), item (the last of the set)
SELECT r.record_id, r.item AS set_id, cast(0 AS bigint) AS prefix_id, r.item
FROM known_rows AS r

-- name: nothing_linked
-- Nobody has been linked yet.
-- in:  known_rows (record_id)
-- out: record_id, learned, whole, chance
SELECT DISTINCT r.record_id, cast(0 AS bigint) AS learned, 0 AS whole, cast(0 AS double) AS chance
FROM known_rows AS r

-- name: item_supports
-- How many of the subrecords that hold a set hold each item of the chunk (its own ones: all)?
-- in:  occurrences (record_id, set_id), known_rows (record_id, item, items)
-- out: set_id, item, items (of the chunk), support
SELECT o.set_id, r.item, r.items, count(*) AS support
FROM occurrences AS o
JOIN known_rows AS r ON r.record_id = o.record_id
GROUP BY o.set_id, r.item, r.items

-- name: inferred
-- What follows from a set of $known items: how many more items for certain, whether that is the whole chunk, and with
-- which probability the likeliest other item?
-- in:  beside (set_id, item, items, support)
-- out: set_id, support, learned, whole (0 or 1), chance
SELECT
  s.set_id, s.support,
  s.certain - $known AS learned,
  CASE WHEN s.certain = s.items AND s.certain > $known THEN 1 ELSE 0 END AS whole,
  CASE WHEN s.certain > $known THEN cast(1 AS double) ELSE cast(s.likeliest AS double) / nullif(s.support, 0) END AS chance
FROM (
  SELECT
    b.set_id, b.items, t.support,
    count(*) FILTER (WHERE b.support = t.support) AS certain,
    coalesce(max(CASE WHEN b.support < t.support THEN b.support END), 0) AS likeliest
  FROM beside AS b
  JOIN (SELECT x.set_id, max(x.support) AS support FROM beside AS x GROUP BY x.set_id) AS t ON t.set_id = b.set_id
  GROUP BY b.set_id, b.items, t.support
) AS s

-- name: linked
-- What is learned of each subrecord at most, from sets of this size or smaller ones?
-- in:  occurrences (record_id, set_id), inferred (set_id, learned, whole, chance),
--      before (record_id, learned, whole, chance)
-- out: record_id, learned, whole, chance
SELECT u.record_id, max(u.learned) AS learned, max(u.whole) AS whole, max(u.chance) AS chance
FROM (
  SELECT b.record_id, b.learned, b.whole, b.chance FROM before AS b
  UNION ALL
  SELECT o.record_id, i.learned, i.whole, i.chance
  FROM occurrences AS o
  JOIN inferred AS i ON i.set_id = o.set_id
) AS u
GROUP BY u.record_id

-- name: link_counts
-- Of how many subrecords is another item known for certain, of how many the whole chunk, how many items more on average,
-- and how likely is the likeliest other item on average?
-- in:  linked (record_id, learned, whole, chance)
-- out: linked, whole_chunk, items_learned (in all), mean_chance
SELECT
  count(*) FILTER (WHERE l.learned > 0) AS linked,
  count(*) FILTER (WHERE l.whole = 1) AS whole_chunk,
  coalesce(sum(l.learned), 0) AS items_learned,
  coalesce(avg(l.chance), 0) AS mean_chance
FROM linked AS l

-- name: larger_sets
-- Which sets of one item more may tell more: unions of two with the same prefix that are rarer than both, in subrecords
-- whose whole chunk is not known yet?
-- in:  occurrences (record_id, set_id, prefix_id, item), linked (record_id, whole), beside (set_id, item, support),
--      inferred (set_id, support)
-- out: set_id (new), prefix_id (the first of the two), item
SELECT row_number() OVER (ORDER BY d.prefix_id, d.item) AS set_id, d.prefix_id, d.item
FROM (
  SELECT DISTINCT o.set_id AS prefix_id, p.item, p.set_id AS other_id
  FROM occurrences AS o
  JOIN linked AS l ON l.record_id = o.record_id AND l.whole = 0
  JOIN occurrences AS p ON p.record_id = o.record_id AND p.prefix_id = o.prefix_id AND p.item > o.item
) AS d
JOIN beside AS b ON b.set_id = d.prefix_id AND b.item = d.item
JOIN inferred AS i ON i.set_id = d.prefix_id AND b.support < i.support
JOIN inferred AS j ON j.set_id = d.other_id AND b.support < j.support

-- name: next_occurrences
-- Where do the larger sets occur?
-- in:  occurrences (record_id, set_id), known_rows (record_id, item), larger_sets (set_id, prefix_id, item)
-- out: record_id, set_id, prefix_id, item (the last of the set)
SELECT o.record_id, s.set_id, s.prefix_id, s.item
FROM occurrences AS o
JOIN larger_sets AS s ON s.prefix_id = o.set_id
JOIN known_rows AS r ON r.record_id = o.record_id AND r.item = s.item
