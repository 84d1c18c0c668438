-- k^m-anonymity where any number of items may be known, or the longest record has no more: is each record, taken as a set,
-- held by k records, or by records of k persons? Then each smaller set of it is.
-- 1. Bits: one for each item, by its number, in two words. 2. A record that holds all of another one has its rarest item,
-- no fewer items, and its bits. 3. Of those the items in both are counted.
-- Records are distinct here, their weight is the number of equal ones, or of the persons who have them.
-- setanon_sql/verify/whole_records.py
-- phase: recounting records that few hold

-- name: bits
-- Which bits have the items of each record? Items are numbered from the rarest on.
-- in:  transactions (record_id, item, weight)
-- out: record_id, weight, rarest, length, bits, more_bits
SELECT
  t.record_id,
  min(t.weight) AS weight,
  min(t.item) AS rarest,
  CAST(count(*) AS INTEGER) AS length,
  bit_or(CAST(1 AS BIGINT) << CAST(t.item % 59 AS INTEGER)) AS bits,
  bit_or(CAST(1 AS BIGINT) << CAST(t.item % 53 AS INTEGER)) AS more_bits
FROM transactions AS t
GROUP BY t.record_id

-- name: pairs
-- How many pairs of records are there, of which the second one has the rarest item of a first one of fewer than $k?
-- in:  records (record_id, weight, rarest), transactions (item)
-- out: n
SELECT CAST(coalesce(sum(i.n), 0) AS BIGINT) AS n
FROM records AS r
JOIN (SELECT t.item, count(*) AS n FROM transactions AS t GROUP BY t.item) AS i ON i.item = r.rarest
WHERE r.weight < $k

-- name: may_hold
-- Which records may hold all of one that fewer than $k are or have? Itself, too. One part of $parts of them.
-- in:  records (record_id, weight, rarest, length, bits, more_bits), transactions (record_id, item)
-- out: record_id, length, holder_id
SELECT r.record_id, r.length, h.record_id AS holder_id
FROM records AS r
JOIN transactions AS t ON t.item = r.rarest
JOIN records AS h
  ON h.record_id = t.record_id
  AND h.length >= r.length
  AND (h.bits & r.bits) = r.bits
  AND (h.more_bits & r.more_bits) = r.more_bits
WHERE r.weight < $k AND r.bits % $parts = $part

-- name: hold
-- Which of them do?
-- in:  may_hold (record_id, length, holder_id), transactions (record_id, item, weight)
-- out: record_id, holder_id, weight (of the holder)
SELECT m.record_id, m.holder_id, theirs.weight
FROM may_hold AS m
JOIN transactions AS mine ON mine.record_id = m.record_id
JOIN transactions AS theirs ON theirs.record_id = m.holder_id AND theirs.item = mine.item
GROUP BY m.record_id, m.length, m.holder_id, theirs.weight
HAVING count(*) = m.length

-- name: exposed
-- How many of the records do fewer than $k hold?
-- in:  hold (record_id, weight)
-- out: n
SELECT count(*) AS n
FROM (SELECT h.record_id FROM hold AS h GROUP BY h.record_id HAVING sum(h.weight) < $k) AS few

-- name: exposed_of_persons
-- How many do records of fewer than $k persons hold? A person counts once, whatever of these records are theirs.
-- in:  hold (record_id, holder_id, weight), light_holders (record_id, person): of records of fewer than $k
-- out: n
SELECT count(*) AS n
FROM (
  SELECT h.record_id
  FROM hold AS h
  LEFT JOIN light_holders AS p ON p.record_id = h.holder_id
  GROUP BY h.record_id
  HAVING max(h.weight) < $k AND count(DISTINCT p.person) < $k
) AS few
