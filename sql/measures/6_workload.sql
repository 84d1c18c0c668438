-- How far off are the supports that the analyst needs? Itemsets of a workload, counted in the source and estimated from
-- the release.
-- 1. Which records of the source hold each itemset? 2. Which labels stand for its items, and with which chance: a label
-- stands for one leaf under it, for each with the same one? 3. How many records are expected to hold it?
-- Reads asked (query_id, item: label), items, transactions, release and what published_labels made.
-- Loukides, Gkoulalas-Divanis and Malin, COAT, section 6 (average relative error of queries).
-- phase: counting the workload

-- name: true_supports
-- How many records of the source hold each itemset?
-- in:  asked (query_id, item: label), items (item, label), transactions (record_id, item)
-- out: query_id, support
SELECT sizes.query_id, count(held.record_id) AS support
FROM (SELECT a.query_id, count(*) AS n FROM asked AS a GROUP BY a.query_id) AS sizes
LEFT JOIN (
  SELECT a.query_id, t.record_id, count(*) AS n
  FROM asked AS a
  JOIN items AS i ON i.label = a.item
  JOIN transactions AS t ON t.item = i.item
  GROUP BY a.query_id, t.record_id
) AS held ON held.query_id = sizes.query_id AND held.n = sizes.n
GROUP BY sizes.query_id

-- name: reach
-- Which published labels may stand for each item that is asked for, and with which chance?
-- in:  asked (query_id, item: label), items (item, label), recoded (item, node),
--      published_nodes (node, label, leaves, is_item)
-- out: query_id, item (label), label, chance
SELECT a.query_id, a.item, p.label, CASE WHEN p.is_item = 1 THEN 1 ELSE cast(1 AS double) / nullif(p.leaves, 0) END AS chance
FROM asked AS a
JOIN items AS i ON i.label = a.item
JOIN recoded AS r ON r.item = i.item
JOIN published_nodes AS p ON p.node = r.node

-- name: one_label_each
-- Which itemsets of one or two items have one label for each item? Many of them have the same labels, whose records are
-- counted once.
-- in:  asked (query_id, item: label), reach (query_id, item, label, chance)
-- out: query_id, n (items), label, other (the same where one label stands for all items), chance
SELECT r.query_id, sizes.n, min(r.label) AS label, max(r.label) AS other, exp(sum(ln(r.chance))) AS chance
FROM reach AS r
JOIN (SELECT a.query_id, count(*) AS n FROM asked AS a GROUP BY a.query_id HAVING count(*) <= 2) AS sizes
  ON sizes.query_id = r.query_id
GROUP BY r.query_id, sizes.n
HAVING count(*) = sizes.n AND count(DISTINCT r.item) = sizes.n

-- name: expected_by_label
-- How many records of the release are expected to hold each of these? Those with their labels, times the chance; none
-- holds two items by one label.
-- in:  one_label_each (query_id, n, label, other, chance), release (record_id, item: label)
-- out: query_id, expected (no row where no record may hold it)
SELECT o.query_id, o.chance * held.n AS expected
FROM one_label_each AS o
JOIN (
  SELECT p.label, p.other, count(*) AS n
  FROM (SELECT DISTINCT q.label, q.other FROM one_label_each AS q WHERE q.n = 1 OR q.label <> q.other) AS p
  JOIN release AS a ON a.item = p.label
  JOIN release AS b ON b.record_id = a.record_id AND b.item = p.other
  GROUP BY p.label, p.other
) AS held ON held.label = o.label AND held.other = o.other
WHERE o.n = 1 OR o.label <> o.other

-- name: others_reach
-- What of the reach belongs to the other itemsets?
-- in:  reach (query_id, item, label, chance), one_label_each (query_id)
-- out: query_id, item, label, chance
SELECT r.query_id, r.item, r.label, r.chance
FROM reach AS r
ANTI JOIN one_label_each AS o ON o.query_id = r.query_id

-- name: expected
-- How many records of the release are expected to hold each itemset? A label of a record stands for one leaf, whatever
-- the others stand for: no record holds two items by one label. Where two labels of a record may stand for an item, the
-- more special one counts.
-- in:  asked (query_id, item: label), reach (query_id, item, label, chance), release (record_id, item: label)
-- out: query_id, expected (no row where no record may hold it)
SELECT whole.query_id, sum(whole.chance) AS expected
FROM (
  SELECT held.query_id, held.record_id, count(DISTINCT held.label) AS n, exp(sum(ln(held.chance))) AS chance
  FROM (
    SELECT
      r.query_id, l.record_id, r.item, r.label, r.chance,
      row_number() OVER (PARTITION BY r.query_id, l.record_id, r.item ORDER BY r.chance DESC, r.label) AS place
    FROM reach AS r
    JOIN release AS l ON l.item = r.label
  ) AS held
  WHERE held.place = 1
  GROUP BY held.query_id, held.record_id
) AS whole
JOIN (SELECT a.query_id, count(*) AS n FROM asked AS a GROUP BY a.query_id) AS sizes
  ON sizes.query_id = whole.query_id AND sizes.n = whole.n
GROUP BY whole.query_id

-- name: known_items
-- How many of the items that are asked for does the source have?
-- in:  asked (item: label), items (label)
-- out: n
SELECT count(DISTINCT a.item) AS n
FROM asked AS a
JOIN items AS i ON i.label = a.item

-- name: leading_items
-- What are the $most most frequent items called?
-- in:  items (item, label)
-- out: label; ordered
SELECT i.label
FROM items AS i
WHERE i.item <= $most
ORDER BY i.item
