-- What a disassociated release loses, compared with its source as made-up originals and as what is certain of it.
-- 1. Made-up originals with the source's item numbers; subrecords and single terms; all side by side (draw 0, 1, 2).
-- 2. The most frequent itemsets of each (sql/counting), and of their generalizations: which nodes are related, the
--    records with every node over their items (km's query).
-- 3. Supports of pairs of items, and how far they are off. 4. Items that are in term chunks only.
-- Terrovitis et al., sections 6 and 7.1, formula (3).
-- phase: comparing itemsets

-- name: numbered_samples
-- Made-up originals with the item numbers of the source; records of different samples are different records.
-- in:  samples (sample_id, record_id, item: label), items (item, label)
-- out: record_id, item
SELECT s.record_id * $sample_count + s.sample_id - 1 AS record_id, i.item
FROM samples AS s
JOIN items AS i ON i.label = s.item

-- name: certain_rows
-- What a release holds for certain, as records of item numbers: each subrecord, and each term of each cluster alone.
-- in:  subrecords (subrecord_id, item: label), terms (cluster_id, item: label), items (item, label)
-- out: record_id, item
-- Terrovitis et al., section 6
SELECT s.subrecord_id AS record_id, i.item
FROM subrecords AS s
JOIN items AS i ON i.label = s.item
UNION ALL
SELECT -row_number() OVER (ORDER BY t.cluster_id, i.item) AS record_id, i.item
FROM terms AS t
JOIN items AS i ON i.label = t.item

-- name: compared_rows
-- The datasets that are compared, side by side: draw 0 is the source, draw 1 what was made up from its release, draw 2
-- what that holds for certain.
-- in:  originals, drawn, certain (record_id, item)
-- out: draw, record_id, item
SELECT 0 AS draw, o.record_id, o.item
FROM originals AS o
UNION ALL
SELECT 1 AS draw, d.record_id, d.item
FROM drawn AS d
UNION ALL
SELECT 2 AS draw, c.record_id, c.item
FROM certain AS c

-- name: without_source
-- What is compared with a source whose itemsets were counted before.
-- in:  rows (draw, record_id, item)
-- out: draw, record_id, item
SELECT r.draw, r.record_id, r.item
FROM rows AS r
WHERE r.draw > 0

-- name: related_nodes
-- Which nodes of a taxonomy are above or below each other?
-- in:  ancestors (item, node): the item itself among them
-- out: item, other
WITH below AS (
  SELECT node, count(*) AS items FROM ancestors GROUP BY node
)
SELECT a.node AS item, b.node AS other
FROM ancestors AS a
JOIN ancestors AS b ON b.item = a.item AND b.node <> a.node
JOIN below AS x ON x.node = a.node
JOIN below AS y ON y.node = b.node
GROUP BY a.node, b.node, x.items, y.items
HAVING count(*) = least(x.items, y.items)

-- name: pair_supports
-- How many records of each dataset hold each pair of the $top most frequent items (band 1), and of those from $first to
-- $last (band 0)?
-- in:  rows (draw, record_id, item)
-- out: draw, band, item, other, support
WITH banded AS (
  SELECT r.draw, CASE WHEN r.item <= $top THEN 1 ELSE 0 END AS band, r.record_id, r.item
  FROM rows AS r
  WHERE r.item <= $top OR (r.item >= $first AND r.item <= $last)
)
SELECT a.draw, a.band, a.item, b.item AS other, count(*) AS support
FROM banded AS a
JOIN banded AS b ON b.draw = a.draw AND b.record_id = a.record_id AND b.band = a.band AND b.item > a.item
GROUP BY a.draw, a.band, a.item, b.item

-- name: relative_error
-- The mean relative error of the pairs that occur in the source or in what is compared with it: draw 1, where supports
-- are counted over $samples made-up originals, and draw 2.
-- in:  pair_supports (draw, band, item, other, support)
-- out: draw, band, error (no row where there is no pair)
-- Terrovitis et al., formula (3)
SELECT s.draw, s.band, avg(abs(s.original - s.released) / nullif((s.original + s.released) / 2, 0)) AS error
FROM (
  SELECT
    d.draw,
    p.band,
    sum(CASE WHEN p.draw = 0 THEN cast(p.support AS double) ELSE 0 END) AS original,
    sum(CASE WHEN p.draw = 0 THEN 0 ELSE cast(p.support AS double) END) / nullif(d.samples, 0) AS released
  FROM pair_supports AS p
  JOIN (VALUES (1, $samples), (2, 1)) AS d (draw, samples) ON p.draw = 0 OR p.draw = d.draw
  GROUP BY d.draw, d.samples, p.band, p.item, p.other
) AS s
GROUP BY s.draw, s.band

-- name: top_items
-- How often do the $most most frequent items stand in record and shared chunks, where their number is told?
-- in:  items (item, label, support), subrecords (item: label)
-- out: label, support, n; ordered
SELECT i.label, i.support, count(s.item) AS n
FROM items AS i
LEFT JOIN subrecords AS s ON s.item = i.label
WHERE i.item <= $most
GROUP BY i.item, i.label, i.support
ORDER BY i.item

-- name: asked_numbers
-- Which number does each item that is asked for have?
-- in:  asked (query_id, item: label), items (item, label)
-- out: query_id, item
SELECT a.query_id, i.item
FROM asked AS a
JOIN items AS i ON i.label = a.item

-- name: held_together
-- How many subrecords hold all of each itemset?
-- in:  asked (query_id, item: label), subrecords (subrecord_id, item: label)
-- out: query_id, n (no row where none does)
SELECT held.query_id, count(*) AS n
FROM (
  SELECT a.query_id, s.subrecord_id, count(*) AS n
  FROM asked AS a
  JOIN subrecords AS s ON s.item = a.item
  GROUP BY a.query_id, s.subrecord_id
) AS held
JOIN (SELECT b.query_id, count(*) AS n FROM asked AS b GROUP BY b.query_id) AS sizes
  ON sizes.query_id = held.query_id AND sizes.n = held.n
GROUP BY held.query_id

-- name: terms_lost
-- How many items do more than k records hold, and how many of them are in term chunks only?
-- in:  items (item, label, support), subrecords (item: label)
-- out: frequent, lost
-- Terrovitis et al., section 7.1 (tlost)
SELECT count(*) AS frequent, count(*) FILTER (WHERE s.item IS NULL) AS lost
FROM items AS i
LEFT JOIN (SELECT DISTINCT r.item FROM subrecords AS r) AS s ON s.item = i.label
WHERE i.support > $k
