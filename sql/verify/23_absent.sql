-- k^m-anonymity where absent labels may be known: of those who hold a set of at most m labels, which may be none, does
-- nobody lack one label, or any two, or k of them?
-- Holders are records, equal ones once with their number as a weight, or persons by some record of theirs. What they hold
-- beside a set is counted for each set and label; of two labels what they hold of both comes off what they hold of either.
-- Sets grow by one later label at a time, where not all records that hold the set hold that, too: else the larger set says
-- what the smaller one does. setanon_sql/models/km/recount_absent.py says why nothing is missed.
-- phase: recounting who lacks a label

-- name: shown_by_persons
-- Whose is each row of distinct records?
-- in:  transactions (record_id, item), holders (record_id, person)
-- out: record_id, item, holder, weight
SELECT t.record_id, t.item, h.person AS holder, 1 AS weight
FROM transactions AS t
JOIN holders AS h ON h.record_id = t.record_id

-- name: nothing
-- Where does the set of no label occur (0)?
-- in:  shown (record_id, holder, weight)
-- out: record_id, set_id, item (the last of the set), holder, weight
SELECT DISTINCT s.record_id, 0 AS set_id, 0 AS item, s.holder, s.weight FROM shown AS s

-- name: supports
-- How many hold each set? All $everybody the one of no label, also who holds no label that may be known.
-- in:  occurrences (set_id, holder, weight)
-- out: set_id, support
SELECT o.set_id, CASE WHEN o.set_id = 0 THEN $everybody ELSE sum(o.weight) END AS support
FROM (SELECT DISTINCT c.set_id, c.holder, c.weight FROM occurrences AS c) AS o
GROUP BY o.set_id

-- name: beside_in_records
-- What do the holders of a set hold, each by one record?
-- in:  occurrences (record_id, set_id, holder, weight), transactions (record_id, item)
-- out: set_id, item, holder, weight
SELECT o.set_id, t.item, o.holder, o.weight
FROM occurrences AS o
JOIN transactions AS t ON t.record_id = o.record_id

-- name: beside_of_persons
-- What do they hold by any of their records that hold the set?
-- in:  occurrences (record_id, set_id, holder, weight), transactions (record_id, item)
-- out: set_id, item, holder, weight
SELECT DISTINCT o.set_id, t.item, o.holder, o.weight
FROM occurrences AS o
JOIN transactions AS t ON t.record_id = o.record_id

-- name: beside_counts
-- How many holders of a set hold which label?
-- in:  beside (set_id, item, weight)
-- out: set_id, item, n
SELECT b.set_id, b.item, sum(b.weight) AS n FROM beside AS b GROUP BY b.set_id, b.item

-- name: without_one
-- Of how many sets and labels do some holders lack the label, but fewer than $k?
-- in:  beside_counts (set_id, item, n), supports (set_id, support)
-- out: n
SELECT count(*) AS n
FROM beside_counts AS b
JOIN supports AS s ON s.set_id = b.set_id
WHERE s.support > b.n AND s.support - b.n < $k

-- name: twos
-- Which two labels may all holders of a set but fewer than $k hold one of, and not all the one? What is left if none holds both.
-- in:  beside_counts (set_id, item, n), supports (set_id, support)
-- out: set_id, item, other, remainder
SELECT a.set_id, a.item, b.item AS other, s.support - a.n - b.n AS remainder
FROM beside_counts AS a
JOIN supports AS s ON s.set_id = a.set_id
JOIN beside_counts AS b ON b.set_id = a.set_id AND b.item > a.item
WHERE s.support - a.n - b.n < $k AND a.n < s.support AND b.n < s.support

-- name: both
-- How many hold both?
-- in:  twos (set_id, item, other), beside (set_id, item, holder, weight)
-- out: set_id, item, other, n
SELECT t.set_id, t.item, t.other, sum(x.weight) AS n
FROM twos AS t
JOIN beside AS x ON x.set_id = t.set_id AND x.item = t.item
JOIN beside AS y ON y.set_id = t.set_id AND y.item = t.other AND y.holder = x.holder
GROUP BY t.set_id, t.item, t.other

-- name: without_two
-- Of how many sets and two labels do some holders lack both, but fewer than $k?
-- in:  twos (set_id, item, other, remainder), both (set_id, item, other, n)
-- out: n
SELECT count(*) AS n
FROM twos AS t
LEFT JOIN both AS b ON b.set_id = t.set_id AND b.item = t.item AND b.other = t.other
WHERE t.remainder + coalesce(b.n, 0) BETWEEN 1 AND $k - 1

-- name: grown
-- Which sets of one label more do fewer records hold than the set?
-- in:  occurrences (record_id, set_id, item), transactions (record_id, item)
-- out: set_id (new), prefix_id, item
SELECT cast(row_number() OVER (ORDER BY e.set_id, e.item) AS integer) AS set_id, e.set_id AS prefix_id, e.item
FROM (
  SELECT o.set_id, t.item, count(*) AS n
  FROM occurrences AS o
  JOIN transactions AS t ON t.record_id = o.record_id AND t.item > o.item
  GROUP BY o.set_id, t.item
) AS e
JOIN (SELECT c.set_id, count(*) AS n FROM occurrences AS c GROUP BY c.set_id) AS w ON w.set_id = e.set_id
WHERE e.n < w.n

-- name: grown_occurrences
-- Where do they occur?
-- in:  occurrences (record_id, set_id, item, holder, weight), transactions (record_id, item), grown (set_id, prefix_id, item)
-- out: record_id, set_id, item, holder, weight
SELECT o.record_id, g.set_id, g.item, o.holder, o.weight
FROM occurrences AS o
JOIN transactions AS t ON t.record_id = o.record_id AND t.item > o.item
JOIN grown AS g ON g.prefix_id = o.set_id AND g.item = t.item
