-- Possible originals of a release with labels, made up at random, on which the counts of an analyst are taken.
-- 1. Each label of a record stands for one of the leaves under it: all of them, in random order, are dealt out to its
--    records, which are in random order, too. So each leaf stands there as often as the others, but for one.
-- Reads release (record_id, item: label), and spread (label, leaf), what the labels stand for.
-- phase: making up an original to count in

-- name: label_sizes
-- How many leaves may each label stand for?
-- in:  spread (label)
-- out: label, leaves
SELECT s.label, count(*) AS leaves FROM spread AS s GROUP BY s.label

-- name: dealt
-- The leaves of each label in random order.
-- in:  spread (label, leaf)
-- out: label, leaf, place (from 0)
SELECT
  s.label,
  s.leaf,
  row_number() OVER (
    PARTITION BY s.label ORDER BY md5(concat($seed, ':leaf:', s.label, ':', s.leaf)), s.leaf
  ) - 1 AS place
FROM spread AS s

-- name: original
-- A possible original: items as they are, and for each label one of its leaves.
-- in:  release (record_id, item: label), label_sizes (label, leaves), dealt (label, leaf, place)
-- out: record_id, item (label)
SELECT r.record_id, r.item
FROM release AS r
LEFT JOIN label_sizes AS n ON n.label = r.item
WHERE n.label IS NULL
UNION ALL
SELECT h.record_id, d.leaf AS item
FROM (
  SELECT
    r.record_id,
    r.item,
    (
      row_number() OVER (
        PARTITION BY r.item ORDER BY md5(concat($seed, ':', cast(r.record_id AS text), ':', r.item)), r.record_id
      ) - 1
    ) % nullif(n.leaves, 0) AS place
  FROM release AS r
  JOIN label_sizes AS n ON n.label = r.item
) AS h
JOIN dealt AS d ON d.label = h.item AND d.place = h.place

-- name: spread_labels
-- Which labels of the release are no items of the source as they are?
-- in:  published_nodes (node, is_item)
-- out: node
SELECT p.node FROM published_nodes AS p WHERE p.is_item = 0
