-- The same threats where k counts persons: a set is one if fewer than k persons have a record that holds it. These queries
-- stand in for those of the steps before that count or join records; all the others serve as they are.
-- A support is then two numbers as one, pair(persons, records). Both fall, or stay, with each more item of a set, and where
-- the records stay the persons do. So a set is less frequent than another where fewer records hold it, which is what drops
-- sets that are no generators: by persons alone that would be wrong, since other records of the same persons may hold what
-- comes next. And under k persons is under pair(k, 0).
-- 1. The rows with their persons. 2. Single items. 3. Pairs and triples, as in parts. 4. Larger sets: from the records that
-- hold the generators one smaller. 5. The records at risk, their persons; supports as persons again.
-- Reads transactions (record_id, item), persons (record_id, person).
-- phase: counting the persons behind sets of items

-- name: rows
-- Which person's record holds which item?
-- in:  transactions (record_id, item), persons (record_id, person)
-- out: record_id, item, person
SELECT t.record_id, t.item, p.person
FROM transactions AS t
JOIN persons AS p ON p.record_id = t.record_id

-- name: supports
-- How many persons, and how many records, hold each item?
-- in:  transactions (record_id, item, person)
-- out: item, support
SELECT c.item, pair(count(*), cast(sum(c.n_records) AS bigint)) AS support
FROM (
  SELECT t.item, t.person, count(*) AS n_records
  FROM transactions AS t
  GROUP BY t.item, t.person
) AS c
GROUP BY c.item

-- name: generators
-- Which single items are frequent generators? Those of the fewest persons are numbered first.
-- in:  supports (item, support), transactions (record_id, item)
-- out: gen_id, parent_id (0: the empty set), item (here its gen_id), source_item, support
SELECT
  cast(row_number() OVER (ORDER BY s.support, s.item) AS integer) AS gen_id,
  0 AS parent_id,
  cast(row_number() OVER (ORDER BY s.support, s.item) AS integer) AS item,
  s.item AS source_item,
  s.support
FROM supports AS s
WHERE s.support >= $k
  AND pair_second(s.support) < (SELECT count(DISTINCT t.record_id) FROM transactions AS t)

-- name: rooted_generators
-- The same, roots numbered first: only sets with a root are wanted then.
-- in:  supports (item, support), roots (item), transactions (record_id, item)
-- out: gen_id, parent_id (0: the empty set), item (here its gen_id), source_item, support
SELECT
  cast(n.gen_id AS integer) AS gen_id,
  0 AS parent_id,
  cast(n.gen_id AS integer) AS item,
  n.source_item,
  n.support
FROM (
  SELECT
    row_number() OVER (ORDER BY CASE WHEN r.item IS NULL THEN 1 ELSE 0 END, s.support, s.item) AS gen_id,
    s.item AS source_item,
    s.support
  FROM supports AS s
  LEFT JOIN roots AS r ON r.item = s.item
  WHERE s.support >= $k
    AND pair_second(s.support) < (SELECT count(DISTINCT t.record_id) FROM transactions AS t)
) AS n

-- name: root_occurrences
-- Which person's record holds which root?
-- in:  occurrences (record_id, parent_id, gen_id, person), generators (gen_id, source_item) of size 1, roots (item)
-- out: record_id, parent_id, gen_id, person
SELECT o.record_id, o.parent_id, o.gen_id, o.person
FROM occurrences AS o
JOIN generators AS g ON g.gen_id = o.gen_id
JOIN roots AS r ON r.item = g.source_item

-- name: occurrences
-- Which person's record holds which item that is a frequent generator?
-- in:  transactions (record_id, item, person), generators (gen_id, source_item) of size 1
-- out: record_id, parent_id (0: the empty set), gen_id, person
SELECT t.record_id, 0 AS parent_id, g.gen_id, t.person
FROM transactions AS t
JOIN generators AS g ON g.source_item = t.item

-- name: pairs
-- As in parts: which pairs with a first item of this piece are generators, and who holds them?
-- in:  occurrences (record_id, gen_id, person), generators (gen_id, support) of size 1
-- out: left_id, right_id, item, support, one_record, other_record
SELECT c.left_id, c.right_id, c.right_id AS item, c.support, c.one_record, c.other_record
FROM (
  SELECT
    p.left_id,
    p.right_id,
    pair(count(*), cast(sum(p.n_records) AS bigint)) AS support,
    min(p.one_record) AS one_record,
    max(p.other_record) AS other_record
  FROM (
    SELECT
      a.gen_id AS left_id,
      b.gen_id AS right_id,
      a.person,
      count(*) AS n_records,
      min(a.record_id) AS one_record,
      max(a.record_id) AS other_record
    FROM occurrences AS a
    JOIN occurrences AS b ON b.record_id = a.record_id AND b.gen_id > a.gen_id
    WHERE a.gen_id BETWEEN $first_id AND $last_id
    GROUP BY a.gen_id, b.gen_id, a.person
  ) AS p
  GROUP BY p.left_id, p.right_id
) AS c
JOIN generators AS g ON g.gen_id = c.left_id AND g.support > c.support
JOIN generators AS h ON h.gen_id = c.right_id AND h.support > c.support

-- name: held_pairs
-- As in parts: which records hold which frequent generators of size 2 with a first item of this part?
-- in:  occurrences (record_id, gen_id, person), generators (gen_id, parent_id, item) of size 2
-- out: record_id, parent_id (the first item), gen_id, person
SELECT a.record_id, g.parent_id, g.gen_id, a.person
FROM occurrences AS a
JOIN occurrences AS b ON b.record_id = a.record_id AND b.gen_id > a.gen_id
JOIN generators AS g
  ON pair_key(g.parent_id, g.item) = pair_key(a.gen_id, b.gen_id)
WHERE a.gen_id BETWEEN $first_id AND $last_id

-- name: triples
-- As in parts: which triples with a first item of this piece are generators, and who holds them?
-- in:  held (record_id, parent_id, gen_id, person), generators (gen_id, parent_id, item, support) of size 2
-- out: left_id, right_id, item, support, one_record, other_record
SELECT c.left_id, c.right_id, h.item, c.support, c.one_record, c.other_record
FROM (
  SELECT
    p.left_id,
    p.right_id,
    pair(count(*), cast(sum(p.n_records) AS bigint)) AS support,
    min(p.one_record) AS one_record,
    max(p.other_record) AS other_record
  FROM (
    SELECT
      a.gen_id AS left_id,
      b.gen_id AS right_id,
      a.person,
      count(*) AS n_records,
      min(a.record_id) AS one_record,
      max(a.record_id) AS other_record
    FROM held AS a
    JOIN held AS b ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
    WHERE a.parent_id BETWEEN $first_id AND $last_id
    GROUP BY a.gen_id, b.gen_id, a.person
  ) AS p
  GROUP BY p.left_id, p.right_id
) AS c
JOIN generators AS g ON g.gen_id = c.left_id AND g.support > c.support
JOIN generators AS h ON h.gen_id = c.right_id AND h.support > c.support
SEMI JOIN generators AS o ON o.parent_id = g.item AND o.item = h.item AND o.support > c.support AND o.parent_id > $first_id

-- name: counted
-- Who holds each union of two generators with the same prefix, where fewer records do than hold either of the two?
-- in:  first, held (record_id, parent_id, gen_id, person), generators (gen_id, item, support): first is held or the roots of it
-- out: pair_id, left_id, right_id, item, support
SELECT c.pair_id, g.gen_id AS left_id, h.gen_id AS right_id, h.item, c.support
FROM (
  SELECT p.pair_id, pair(count(*), cast(sum(p.n_records) AS bigint)) AS support
  FROM (
    SELECT pair(a.gen_id, b.gen_id) AS pair_id, a.person, count(*) AS n_records
    FROM first AS a
    JOIN held AS b ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
    GROUP BY pair(a.gen_id, b.gen_id), a.person
  ) AS p
  GROUP BY p.pair_id
) AS c
JOIN generators AS g ON g.gen_id = pair_first(c.pair_id) AND g.support > c.support
JOIN generators AS h ON h.gen_id = pair_second(c.pair_id) AND h.support > c.support

-- name: held_unions
-- Which records hold which of the new generators?
-- in:  held (record_id, parent_id, gen_id, person): one size smaller; generators (gen_id, parent_id, pair_id)
-- out: record_id, parent_id, gen_id, person
SELECT a.record_id, g.parent_id, g.gen_id, a.person
FROM held AS a
JOIN held AS b ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
JOIN generators AS g ON g.pair_id = pair(a.gen_id, b.gen_id)

-- name: at_risk
-- Which of the remaining records hold one of these threats?
-- in:  remaining (record_id, parent_id, gen_id), threats (pair_id)
-- out: record_id
SELECT DISTINCT a.record_id
FROM remaining AS a
JOIN remaining AS b ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
SEMI JOIN threats AS t ON t.pair_id = pair(a.gen_id, b.gen_id)

-- name: at_risk_persons
-- How many persons have a record that is at risk?
-- in:  at_risk (record_id), persons (record_id, person)
-- out: n
SELECT count(DISTINCT p.person) AS n
FROM at_risk AS r
JOIN persons AS p ON p.record_id = r.record_id

-- name: threat_items
-- The items of threats, and how many persons hold each threat.
-- in:  threat_items (threat_id, position, item, support)
-- out: threat_id, position, item, support
SELECT i.threat_id, i.position, i.item, cast(pair_first(i.support) AS integer) AS support
FROM threat_items AS i

-- name: word_bits
-- How many persons, and how many records, has each word of bits? The records of a person are next to each other. To what a
-- word has of all but their last ones all of these are added: that carries into the last one wherever there is any.
-- in:  found (pair_id, word_id, mask), words (word_id, others, lasts)
-- out: pair_id, support
SELECT
  f.pair_id,
  pair(bits((((f.mask & w.others) + w.others) | f.mask) & w.lasts), bits(f.mask)) AS support
FROM found AS f
JOIN words AS w ON w.word_id = f.word_id

-- name: word_supports
-- How many persons, and how many records, hold each union of two generators?
-- in:  bits (pair_id, support): one row for each word: no person counts in two of them
-- out: pair_id, support
SELECT b.pair_id, cast(sum(b.support) AS bigint) AS support
FROM bits AS b
GROUP BY b.pair_id
