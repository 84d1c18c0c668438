-- k^m-anonymity of persons: is each set of at most m labels that occurs held by records of k persons?
-- As for records (03_sets), with the persons behind equal records: its weight is their number. A set that a record of k
-- persons holds is held by k persons, and so is one whose persons are of k of 61 lots, as which of them are of it is kept as
-- bits. For the others the persons are counted, once each whatever they hold it in. What need not grow is told by records:
-- setanon_sql/models/km/recount_persons.py says why.
-- phase: recounting sets that few persons hold

-- name: rare_labels
-- How many labels are held by fewer than $k persons, and by how many the rarest?
-- in:  coded (record_id, item), persons (record_id, person)
-- out: n_rare, smallest
SELECT count(*) FILTER (WHERE h.n_persons < $k) AS n_rare, min(h.n_persons) AS smallest
FROM (
  SELECT d.item, count(*) AS n_persons
  FROM (SELECT DISTINCT c.item, p.person FROM coded AS c JOIN persons AS p ON p.record_id = c.record_id) AS d
  GROUP BY d.item
) AS h

-- name: holders
-- Whose are the equal records?
-- in:  members (record_id: one of many equal ones, content_id), persons (record_id, person)
-- out: record_id (that stands for all equal ones), person
SELECT DISTINCT m.content_id AS record_id, p.person
FROM members AS m
JOIN persons AS p ON p.record_id = m.record_id

-- name: transactions
-- Equal records once, their weight the number of persons, and the lots that these are of.
-- in:  coded (record_id, item), holders (record_id, person)
-- out: record_id, item, weight, lots (bits)
SELECT c.record_id, c.item, h.weight, h.lots
FROM coded AS c
JOIN (
  SELECT
    o.record_id,
    cast(count(*) AS integer) AS weight,
    bit_or(cast(1 AS bigint) << cast(o.person % 61 AS integer)) AS lots
  FROM holders AS o
  GROUP BY o.record_id
) AS h ON h.record_id = c.record_id

-- name: light_holders
-- The persons of records that are of fewer than $k.
-- in:  holders (record_id, person), transactions (record_id, weight)
-- out: record_id, person
SELECT h.record_id, h.person
FROM holders AS h
JOIN (SELECT DISTINCT t.record_id FROM transactions AS t WHERE t.weight < $k) AS l ON l.record_id = h.record_id

-- name: single_items
-- Where do the sets of one item occur? An item that only records of $k persons hold needs no extension.
-- in:  transactions (record_id, item, weight)
-- out: record_id, set_id, item (the last of the set), weight, support (in distinct records)
SELECT t.record_id, t.item AS set_id, t.item, t.weight, k.support
FROM transactions AS t
JOIN (
  SELECT i.item, cast(count(*) AS integer) AS support FROM transactions AS i GROUP BY i.item HAVING min(i.weight) < $k
) AS k ON k.item = t.item

-- name: extensions
-- How many distinct records hold each set together with a later item?
-- in:  occurrences (record_id, set_id, item, weight, support), transactions (record_id, item, lots)
-- out: set_id, item (the one added), support, prefix_support, lightest, heaviest (weights of these records), lots (number)
SELECT
  o.set_id,
  t.item,
  cast(count(*) AS integer) AS support,
  max(o.support) AS prefix_support,
  min(o.weight) AS lightest,
  max(o.weight) AS heaviest,
  bits(bit_or(t.lots)) AS lots
FROM occurrences AS o
JOIN transactions AS t ON t.record_id = o.record_id AND t.item > o.item
GROUP BY o.set_id, t.item

-- name: doubtful
-- Which of them are in no record of $k persons, and of fewer than $k lots?
-- in:  extensions (set_id, item, heaviest, lots)
-- out: set_id, item
SELECT e.set_id, e.item
FROM extensions AS e
WHERE e.heaviest < $k AND e.lots < $k

-- name: rare_sets
-- Which of these are held by fewer than $k persons?
-- in:  doubtful (set_id, item), occurrences (record_id, set_id, item), transactions (record_id, item),
--      light_holders (record_id, person)
-- out: set_id, item
SELECT p.set_id, p.item
FROM (
  SELECT d.set_id, d.item, h.person
  FROM occurrences AS o
  JOIN transactions AS t ON t.record_id = o.record_id AND t.item > o.item
  JOIN doubtful AS d
    ON pair_key(d.set_id, d.item) = pair_key(o.set_id, t.item)
  JOIN light_holders AS h ON h.record_id = o.record_id
  GROUP BY d.set_id, d.item, h.person
) AS p
GROUP BY p.set_id, p.item
HAVING count(*) < $k
