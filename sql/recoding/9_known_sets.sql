-- What is left to somebody who knows items of a person, and how labels were lifted? Those records that show labels which
-- the items can have, but for those of which no original that holds them gives this release.
-- 1. The records that show such labels: candidates. Equal ones are a lot.
-- 2. Originals, all at once: each has nodes, records and items of its own, so that lifting labels in all of them lifts in
--    each what it would lift there alone.
-- 3. Those that give the release, and what their records hold.
-- 4. How many candidates each known set leaves, at least and at most.
-- Cohen, "Attacks on Deidentification's Defenses" (USENIX Security 2022), section 4.
-- phase: counting the records that known items leave

-- name: candidates
-- Which lots show a label for each known item?
-- in:  known (target, rank), hits (target, rank, lot)
-- out: target, lot
SELECT h.target, h.lot
FROM hits AS h
JOIN (SELECT target, count(*) AS items FROM known GROUP BY target) AS k ON k.target = h.target
GROUP BY h.target, h.lot, k.items
HAVING count(*) = k.items

-- name: contents
-- What does each record of each original hold? The records of a lot hold one of its $n_records multisets of contents.
-- in:  originals (original, from 0), lots (lot, first_record, multisets, stride), multisets (lot, multiset, place,
--      content)
-- out: original, record_id, lot, content
SELECT
  o.original, CAST(o.original * $n_records + l.first_record + m.place AS INTEGER) AS record_id, m.lot, m.content
FROM originals AS o
CROSS JOIN lots AS l
JOIN multisets AS m ON m.lot = l.lot AND m.multiset = (o.original // nullif(l.stride, 0)) % nullif(l.multisets, 0)

-- name: nodes
-- The nodes of each original, of the $n_nodes of the taxonomy: items by falling support come first, as where it is read.
-- in:  originals (original), tree (node, parent: 0 over the root, leaves, is_leaf), contents (original, content),
--      content_items (content, node)
-- out: original, base (the node of the taxonomy), node, support (of the item; null: none), parent (of base), leaves
SELECT
  o.original,
  t.node AS base,
  CAST(o.original * $n_nodes + row_number() OVER (
    PARTITION BY o.original ORDER BY t.is_leaf DESC, coalesce(s.support, 0) DESC, t.node
  ) AS INTEGER) AS node,
  s.support,
  t.parent,
  t.leaves
FROM originals AS o
CROSS JOIN tree AS t
LEFT JOIN (
  SELECT c.original, i.node, count(*) AS support
  FROM contents AS c
  JOIN content_items AS i ON i.content = c.content
  GROUP BY c.original, i.node
) AS s ON s.original = o.original AND s.node = t.node

-- name: placed_nodes
-- The same nodes as a tree.
-- in:  nodes (original, base, node, parent, leaves)
-- out: node, parent (null at a root), leaves
SELECT n.node, p.node AS parent, n.leaves
FROM nodes AS n
LEFT JOIN nodes AS p ON p.original = n.original AND p.base = n.parent

-- name: ancestors
-- Which nodes stand over each item, and how far up?
-- in:  nodes (original, base, node, support), paths (base, above, distance)
-- out: item, node, distance
SELECT i.node AS item, a.node, o.distance
FROM nodes AS i
JOIN paths AS o ON o.base = i.base
JOIN nodes AS a ON a.original = i.original AND a.base = o.above
WHERE i.support > 0

-- name: transactions
-- The items of each record.
-- in:  contents (original, record_id, content), content_items (content, node), nodes (original, base, node)
-- out: record_id, item
SELECT c.record_id, n.node AS item
FROM contents AS c
JOIN content_items AS i ON i.content = c.content
JOIN nodes AS n ON n.original = c.original AND n.base = i.node

-- name: items
-- Which items occur?
-- in:  transactions (record_id, item)
-- out: item
SELECT DISTINCT item FROM transactions

-- name: giving
-- Which originals give the release: in which each record shows the labels of its lot, and no others?
-- in:  contents (original, record_id, lot), shown (record_id, node), nodes (original, base, node), labels (lot, node: base)
-- out: original
SELECT c.original
FROM contents AS c
JOIN (SELECT lot, count(*) AS n FROM labels GROUP BY lot) AS w ON w.lot = c.lot
LEFT JOIN (
  SELECT r.record_id, count(*) AS n, count(l.node) AS right_ones
  FROM contents AS r
  JOIN shown AS s ON s.record_id = r.record_id
  JOIN nodes AS b ON b.node = s.node
  LEFT JOIN labels AS l ON l.lot = r.lot AND l.node = b.base
  GROUP BY r.record_id
) AS f ON f.record_id = c.record_id
GROUP BY c.original
HAVING min(CASE WHEN f.n = w.n AND f.right_ones = w.n THEN 1 ELSE 0 END) = 1

-- name: either
-- Which originals give the release, where labels may have been lifted in one of two ways?
-- in:  giving (original), others (original)
-- out: original
SELECT original FROM giving
UNION
SELECT original FROM others

-- name: possible
-- What can the records of each lot hold, in the originals that give the release?
-- in:  contents (original, lot, content), giving (original)
-- out: lot, content
SELECT DISTINCT c.lot, c.content
FROM contents AS c
SEMI JOIN giving AS g ON g.original = c.original

-- name: possible_candidates
-- Which lots can hold all that is known?
-- in:  known (target, rank, label), leaves (node, label), possible (lot, content), content_items (content, node),
--      candidates (target, lot)
-- out: target, lot
SELECT DISTINCT h.target, h.lot
FROM (
  SELECT k.target, p.lot, p.content, count(*) AS items
  FROM known AS k
  JOIN leaves AS l ON l.label = k.label
  JOIN content_items AS i ON i.node = l.node
  JOIN possible AS p ON p.content = i.content
  GROUP BY k.target, p.lot, p.content
) AS h
JOIN (SELECT target, count(*) AS items FROM known GROUP BY target) AS n ON n.target = h.target AND n.items = h.items
SEMI JOIN candidates AS c ON c.target = h.target AND c.lot = h.lot

-- name: holding
-- Which lots have a record that truly holds all that is known, and shows labels for it? The records of a lot can change
-- places: as well as the one, any other can hold it.
-- in:  drawn (target, item), transactions (record_id, item), truth (record_id, released_id: text),
--      placed (record_id, lot), candidates (target, lot)
-- out: target, lot
SELECT DISTINCT h.target, p.lot
FROM (
  SELECT d.target, t.record_id, count(*) AS items
  FROM drawn AS d
  JOIN transactions AS t ON t.item = d.item
  GROUP BY d.target, t.record_id
) AS h
JOIN (SELECT target, count(*) AS items FROM drawn GROUP BY target) AS n ON n.target = h.target AND n.items = h.items
JOIN truth AS i ON i.record_id = h.record_id
JOIN placed AS p ON CAST(p.record_id AS text) = i.released_id
SEMI JOIN candidates AS c ON c.target = h.target AND c.lot = p.lot

-- name: left_records
-- How many records does each known set leave?
-- in:  targets (target), lots (lot, records), candidates (target, lot), most (target, lot), least (target, lot)
-- out: target, shown (candidates), at_most (not ruled out), at_least (sure to be possible)
SELECT
  t.target,
  coalesce(sum(l.records), 0) AS shown,
  coalesce(sum(CASE WHEN m.lot IS NOT NULL THEN l.records END), 0) AS at_most,
  coalesce(sum(CASE WHEN s.lot IS NOT NULL THEN l.records END), 0) AS at_least
FROM targets AS t
LEFT JOIN candidates AS c ON c.target = t.target
LEFT JOIN lots AS l ON l.lot = c.lot
LEFT JOIN most AS m ON m.target = c.target AND m.lot = c.lot
LEFT JOIN least AS s ON s.target = c.target AND s.lot = c.lot
GROUP BY t.target

-- name: outcomes
-- How many known sets are there, of how many does no record show labels, and how many leave fewer than $k, or surely as
-- many? And the fewest that any leaves, of those that records show labels for.
-- in:  left_records (target, shown, at_most, at_least)
-- out: sets, not_shown, under_k, enough, fewest_shown, fewest_left
SELECT
  count(*) AS sets,
  count(*) FILTER (WHERE shown = 0) AS not_shown,
  count(*) FILTER (WHERE shown > 0 AND at_most < $k) AS under_k,
  count(*) FILTER (WHERE at_least >= $k) AS enough,
  min(shown) FILTER (WHERE shown > 0) AS fewest_shown,
  min(at_most) FILTER (WHERE shown > 0) AS fewest_left
FROM left_records
