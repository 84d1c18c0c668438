-- The same search where k counts persons: these queries stand in for those that count records (2_anonymize, 3_pairs).
-- A record goes by its person and its number as one, pair(person, record): so the queries that only join records serve as
-- they are. A pair of nodes that k persons of a sample hold is held by k persons.
-- phase: counting the persons of labels

-- name: item_supports
-- How many persons hold each item?
-- in:  transactions (record_id, item), persons (record_id, person)
-- out: item, support
SELECT c.item, count(*) AS support
FROM (
  SELECT DISTINCT t.item, p.person FROM transactions AS t JOIN persons AS p ON p.record_id = t.record_id
) AS c
GROUP BY c.item

-- name: node_supports
-- Which of these labels do k persons or more support?
-- in:  doubtful (node), ancestors (item, node), transactions (record_id, item), persons (record_id, person)
-- out: node
SELECT a.node
FROM doubtful AS d
JOIN ancestors AS a ON a.node = d.node
JOIN transactions AS t ON t.item = a.item
JOIN persons AS p ON p.record_id = t.record_id
GROUP BY a.node
HAVING count(DISTINCT p.person) >= $k

-- name: held
-- Who supports which node, with the person in the number of the record.
-- in:  supporting (record_id, item), persons (record_id, person)
-- out: record_id (person and record), item
SELECT pair(p.person, s.record_id) AS record_id, s.item
FROM supporting AS s
JOIN persons AS p ON p.record_id = s.record_id

-- name: rows
-- Who supports which node, with person and record apart again.
-- in:  held (record_id: person and record, item)
-- out: record_id, item, person
SELECT
  cast(pair_second(h.record_id) AS integer) AS record_id,
  h.item,
  cast(pair_first(h.record_id) AS integer) AS person
FROM held AS h

-- name: counted
-- How many records hold each pair of a rare node and a more frequent one, and how many persons at least? Persons are drawn
-- into 62 lots, whose bits are put together.
-- in:  rare (record_id: person and record, item), others (record_id: the same, item)
-- out: one (the rarer), other, n_records, support (as many persons, or more)
SELECT
  a.item AS one,
  b.item AS other,
  cast(count(*) AS integer) AS n_records,
  cast(bits(bit_or(cast(1 AS bigint) << cast(pair_first(a.record_id) % 62 AS integer))) AS integer) AS support
FROM rare AS a
JOIN others AS b ON b.record_id = a.record_id AND b.item > a.item
GROUP BY a.item, b.item

-- name: counted_up_to
-- The same of rare nodes that are not settled, with nodes up to the last with which they are not.
-- in:  rare (record_id: person and record, item), unsettled (item, last), others (record_id: as in rare, item)
-- out: one (the rarer), other, n_records, support (as many persons, or more)
SELECT
  a.item AS one,
  b.item AS other,
  cast(count(*) AS integer) AS n_records,
  cast(bits(bit_or(cast(1 AS bigint) << cast(pair_first(a.record_id) % 62 AS integer))) AS integer) AS support
FROM (SELECT r.record_id, r.item, u.last FROM rare AS r JOIN unsettled AS u ON u.item = r.item) AS a
JOIN others AS b ON b.record_id = a.record_id AND b.item > a.item AND b.item <= a.last
GROUP BY a.item, b.item

-- name: counted_with_known
-- The same of each pair of a fresh node and a known one.
-- in:  fresh (record_id: person and record, item), known (record_id: the same, item): no node is in both
-- out: one (the rarer), other, n_records, support (as many persons, or more)
SELECT least(c.fresh_item, c.known_item) AS one, greatest(c.fresh_item, c.known_item) AS other, c.n_records, c.support
FROM (
  SELECT
    a.item AS fresh_item,
    b.item AS known_item,
    cast(count(*) AS integer) AS n_records,
    cast(bits(bit_or(cast(1 AS bigint) << cast(pair_first(a.record_id) % 62 AS integer))) AS integer) AS support
  FROM fresh AS a
  JOIN known AS b ON b.record_id = a.record_id
  GROUP BY a.item, b.item
) AS c

-- name: doubtful
-- Of which pairs do k records hold both, and too few lots to tell whether k persons do?
-- in:  counted (one, other, n_records, support)
-- out: one, other
SELECT c.one, c.other
FROM counted AS c
WHERE c.n_records >= $k AND c.support < $k

-- name: exact
-- How many persons hold each of these pairs? From the records that hold its rarer node.
-- in:  doubtful (one, other), rare (record_id: person and record, item), others (record_id: the same, item)
-- out: one, other, support
SELECT e.one, e.other, cast(count(*) AS integer) AS support
FROM (
  SELECT p.one, p.other, pair_first(p.record_id) AS person
  FROM (
    SELECT a.record_id, d.one, d.other FROM doubtful AS d JOIN rare AS a ON a.item = d.one
  ) AS p
  JOIN others AS b ON b.record_id = p.record_id AND b.item = p.other
  GROUP BY p.one, p.other, pair_first(p.record_id)
) AS e
GROUP BY e.one, e.other

-- name: corrected
-- The pairs with their persons: exactly where that was in doubt; else fewer than k records tell of a threat, k lots of none.
-- in:  counted (one, other, support), exact (one, other, support)
-- out: one, other, support
SELECT c.one, c.other, coalesce(e.support, c.support) AS support
FROM counted AS c
LEFT JOIN exact AS e ON e.one = c.one AND e.other = c.other
