-- Before and after, for people: how many rows of sensitive items are left, item by item and by the length of records, and
-- what became of the most frequent pairs of items.
-- 1. Sensitive items, those first that lost most rows. 2. The same by the length of their records, where record ids of source
-- and release are the same ones. 3. The most frequent pairs: those of the most frequent items first, since a pair has no more
-- records than either item; then how many records of the release hold both as they are.
-- Reads release (record_id, item: label), items, transactions.
-- phase: comparing items and pairs before and after

-- name: sensitive_items
-- How many rows of each sensitive item are left?
-- in:  items (item, label, support), sensitive (item), release (item: label)
-- out: label, n_before, n_after; ordered, at most $most
SELECT i.label, i.support AS n_before, coalesce(r.n, 0) AS n_after
FROM items AS i
SEMI JOIN sensitive AS s ON s.item = i.item
LEFT JOIN (SELECT item, count(*) AS n FROM release GROUP BY item) AS r ON r.item = i.label
ORDER BY i.support - coalesce(r.n, 0) DESC, i.label
LIMIT $most

-- name: sensitive_by_length
-- How many rows of sensitive items are left in records of up to 5 items, up to 10, up to 20, and more?
-- in:  transactions (record_id, item), items (item, label), sensitive (item), release (record_id: those of the source, item)
-- out: length (the least items), n_before, n_after; ordered
SELECT b.length, count(*) AS n_before, count(r.record_id) AS n_after
FROM (
  SELECT t.record_id, i.label, CASE WHEN c.n > 20 THEN 21 WHEN c.n > 10 THEN 11 WHEN c.n > 5 THEN 6 ELSE 1 END AS length
  FROM transactions AS t
  SEMI JOIN sensitive AS s ON s.item = t.item
  JOIN items AS i ON i.item = t.item
  JOIN (SELECT record_id, count(*) AS n FROM transactions GROUP BY record_id) AS c ON c.record_id = t.record_id
) AS b
LEFT JOIN release AS r ON r.record_id = b.record_id AND r.item = b.label
GROUP BY b.length
ORDER BY b.length

-- name: near_items
-- How many of the $most most frequent items does the release show as they are in as many records, but for $lacking percent?
-- in:  items (item, label, support), release (item: label)
-- out: n
SELECT count(*) AS n
FROM (SELECT label, support FROM items ORDER BY support DESC, item LIMIT $most) AS i
JOIN (SELECT item, count(*) AS n FROM release GROUP BY item) AS r ON r.item = i.label
WHERE (i.support - r.n) * 100 <= $lacking * i.support

-- name: frequent_items
-- Which items do at least $least records hold, at most $most of them?
-- in:  items (item, label, support)
-- out: item, label, support
SELECT item, label, support FROM items WHERE support >= $least ORDER BY support DESC, item LIMIT $most

-- name: frequent_pairs
-- Which pairs of these items are the most frequent?
-- in:  transactions (record_id, item), frequent (item, label)
-- out: one, other (labels), support; ordered, at most $most
SELECT x.label AS one, y.label AS other, p.n AS support
FROM (
  SELECT a.item AS one, b.item AS other, count(*) AS n
  FROM (SELECT t.record_id, t.item FROM transactions AS t SEMI JOIN frequent AS f ON f.item = t.item) AS a
  JOIN (SELECT t.record_id, t.item FROM transactions AS t SEMI JOIN frequent AS f ON f.item = t.item) AS b
    ON b.record_id = a.record_id AND b.item > a.item
  GROUP BY a.item, b.item
) AS p
JOIN frequent AS x ON x.item = p.one
JOIN frequent AS y ON y.item = p.other
ORDER BY p.n DESC, x.label, y.label
LIMIT $most

-- name: pairs_left
-- How many records of the release hold both items of a pair as they are?
-- in:  release (record_id, item: label), pairs (rank, one, other)
-- out: rank, n
SELECT p.rank, count(*) AS n
FROM pairs AS p
JOIN release AS a ON a.item = p.one
JOIN release AS b ON b.item = p.other AND b.record_id = a.record_id
GROUP BY p.rank
