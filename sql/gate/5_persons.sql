-- The gate of k^m-anonymity where k counts persons. These queries stand in for those of the step km that count records, or
-- have to say whose they are; the others serve as they are.
-- 1. Each row once, with the person of its record; items with the persons and the records behind them. 2. Pairs. A pair is a
-- generator where fewer *records* hold it than each of its items: by persons that would be wrong (see counting, persons).
-- 3. Three items. 4. Records and persons at risk, added up.
-- Liu and Wang, Definition 2.
-- phase: counting persons behind sets of items

-- name: distinct_rows
-- The rows of a source, each once, with the person of the record. A record has one person: of several the first counts.
-- One of blanks is none. What the column takes for equal is one person, and has one text.
-- in:  source (record_id, item, person)
-- out: record_id, item, person
SELECT DISTINCT n.record_id, n.item, min(n.person) OVER (PARTITION BY n.record_id) AS person
FROM (
  SELECT
    s.record_id,
    s.item,
    min(CASE WHEN letters(s.person) > 0 THEN cast(s.person AS VARCHAR) END) OVER (PARTITION BY s.person) AS person
  FROM source AS s
  WHERE letters(s.record_id) > 0 AND letters(s.item) > 0
) AS n

-- name: items
-- How many persons, and how many records, hold each item? Numbered, the rarest first.
-- in:  source_rows (record_id, item, person): each once
-- out: item, label, support, n_records
SELECT row_number() OVER (ORDER BY c.support, c.label) AS item, c.label, c.support, c.n_records
FROM (
  SELECT r.item AS label, count(DISTINCT r.person) AS support, count(*) AS n_records
  FROM source_rows AS r
  GROUP BY r.item
) AS c

-- name: item_rows
-- The rows of a source with the numbers and supports of items.
-- in:  source_rows (record_id, item, person): each once, items (item, label, support)
-- out: record_id, item, person, support
SELECT r.record_id, i.item, r.person, i.support
FROM source_rows AS r
JOIN items AS i ON i.label = r.item

-- name: known_items
-- The items that may be known.
-- in:  items (item, label, support, n_records), known (item)
-- out: item, label, support, n_records
SELECT i.item, i.label, i.support, i.n_records FROM items AS i WHERE i.item IN (SELECT k.item FROM known AS k)

-- name: known_rows
-- The rows of items that may be known.
-- in:  item_rows (record_id, item, person, support), known (item)
-- out: record_id, item, person, support
SELECT r.record_id, r.item, r.person, r.support FROM item_rows AS r WHERE r.item IN (SELECT k.item FROM known AS k)

-- name: frequent_rows
-- The rows of the items that $k persons or more hold.
-- in:  item_rows (record_id, item, person, support)
-- out: record_id, item, person
SELECT r.record_id, r.item, r.person FROM item_rows AS r WHERE r.support >= $k

-- name: pair_rows
-- Which person's record holds which pair of items?
-- in:  item_rows (record_id, item, person)
-- out: record_id, person, left_item, right_item
SELECT a.record_id, a.person, a.item AS left_item, b.item AS right_item
FROM item_rows AS a
JOIN item_rows AS b ON b.record_id = a.record_id AND b.item > a.item

-- name: pairs
-- How many persons, and how many records, hold each pair?
-- in:  pair_rows (person, left_item, right_item)
-- out: left_item, right_item, support, n_records
SELECT p.left_item, p.right_item, count(DISTINCT p.person) AS support, count(*) AS n_records
FROM pair_rows AS p
GROUP BY p.left_item, p.right_item

-- name: generators
-- Which pairs do $k persons or more hold, and fewer records than each of their items?
-- in:  pairs (left_item, right_item, support, n_records), items (item, n_records)
-- out: left_item, right_item
SELECT p.left_item, p.right_item
FROM pairs AS p
JOIN items AS a ON a.item = p.left_item
JOIN items AS b ON b.item = p.right_item
WHERE p.support >= $k AND p.n_records < a.n_records AND p.n_records < b.n_records

-- name: generator_rows
-- Which person's record holds which of them?
-- in:  pair_rows (record_id, person, left_item, right_item), generators (left_item, right_item)
-- out: record_id, person, left_item, right_item
SELECT o.record_id, o.person, o.left_item, o.right_item
FROM pair_rows AS o
SEMI JOIN generators AS g ON g.left_item = o.left_item AND g.right_item = o.right_item

-- name: triple_rows
-- Which person's record holds which three items whose pairs are all generators?
-- in:  generator_rows (record_id, person, left_item, right_item), generators (left_item, right_item)
-- out: record_id, person, left_item, right_item, third_item
SELECT x.record_id, x.person, x.left_item, x.right_item, y.right_item AS third_item
FROM generator_rows AS x
JOIN generator_rows AS y
  ON y.record_id = x.record_id AND y.left_item = x.left_item AND y.right_item > x.right_item
SEMI JOIN generators AS g ON g.left_item = x.right_item AND g.right_item = y.right_item

-- name: rare_triples
-- Which of them do fewer than $k persons hold?
-- in:  triple_rows (person, left_item, right_item, third_item)
-- out: left_item, right_item, third_item, support
SELECT t.left_item, t.right_item, t.third_item, count(DISTINCT t.person) AS support
FROM triple_rows AS t
GROUP BY t.left_item, t.right_item, t.third_item
HAVING count(DISTINCT t.person) < $k

-- name: record_persons
-- Whose is each record?
-- in:  item_rows (record_id, person)
-- out: record_id, person
SELECT DISTINCT r.record_id, r.person FROM item_rows AS r

-- name: first_sizes
-- From how many known items on are how many records, and how many persons, at risk?
-- in:  at_risk (record_id, known_items), record_persons (record_id, person)
-- out: known_items, every (1, to join by), n_records, n_persons
SELECT p.known_items, 1 AS every, count(*) AS n_records, 0 AS n_persons
FROM (SELECT x.record_id, min(x.known_items) AS known_items FROM at_risk AS x GROUP BY x.record_id) AS p
GROUP BY p.known_items
UNION ALL
SELECT q.known_items, 1 AS every, 0 AS n_records, count(*) AS n_persons
FROM (
  SELECT w.person, min(y.known_items) AS known_items
  FROM at_risk AS y
  JOIN record_persons AS w ON w.record_id = y.record_id
  WHERE w.person IS NOT NULL
  GROUP BY w.person
) AS q
GROUP BY q.known_items

-- name: findings
-- The result: as that of the step findings, with the persons who have a record at risk.
-- in:  sizes (known_items, minimal_threats), first_sizes (known_items, every, n_records, n_persons)
-- out: known_items, minimal_threats, records_at_risk, persons_at_risk
SELECT
  f.known_items,
  f.minimal_threats,
  cast(f.records_at_risk AS bigint) AS records_at_risk,
  cast(f.persons_at_risk AS bigint) AS persons_at_risk
FROM (
  SELECT
    c.known_items,
    c.minimal_threats,
    c.records_at_risk,
    c.persons_at_risk,
    sum(c.minimal_threats) OVER () AS all_threats
  FROM (
    SELECT
      s.known_items,
      s.minimal_threats,
      sum(CASE WHEN r.known_items <= s.known_items THEN r.n_records ELSE 0 END) AS records_at_risk,
      sum(CASE WHEN r.known_items <= s.known_items THEN r.n_persons ELSE 0 END) AS persons_at_risk
    FROM (SELECT z.known_items, z.minimal_threats, 1 AS every FROM sizes AS z) AS s
    LEFT JOIN first_sizes AS r ON r.every = s.every
    GROUP BY s.known_items, s.minimal_threats
  ) AS c
) AS f
WHERE f.all_threats > 0
