-- Count pairs and triples by joins, part by part, where no larger size follows (m = 2 or 3). A part is a range of first
-- items: what is held at a time is bounded by a part. Within a part, pieces are counted one after the other.
-- 1. How many sets of two and three items the records hold, in all and by first item; where to cut. 2. The support of each
-- set of a piece that is a generator, and two of the records that hold it. Triples: from the records that hold the frequent
-- generators of size 2 with the same first item. 3. Threats; frequent generators. 4. The records at risk: those named, then
-- those that hold a more frequent threat.
-- Reads occurrences and the generators of single items; adds to at_risk.
-- phase: counting pairs of items

-- name: totals
-- How many pairs and triples do the records hold?
-- in:  occurrences (record_id, gen_id)
-- out: pairs, triples
SELECT
  sum(r.items * (r.items - 1.0) / 2) AS pairs,
  sum(r.items * (r.items - 1.0) * (r.items - 2.0) / 6) AS triples
FROM (
  SELECT o.record_id, cast(count(*) AS double) AS items
  FROM occurrences AS o
  GROUP BY o.record_id
) AS r

-- name: weights
-- How many pairs and triples with each first item do the records hold? Known from one record of $every.
-- in:  occurrences (record_id, gen_id)
-- out: gen_id, pairs, triples
SELECT l.gen_id, $every * sum(l.later) AS pairs, $every * sum(l.later * (l.later - 1.0) / 2) AS triples
FROM (
  SELECT
    o.gen_id,
    cast(row_number() OVER (PARTITION BY o.record_id ORDER BY o.gen_id DESC) - 1 AS double) AS later
  FROM occurrences AS o
  WHERE o.record_id % $every = 0
) AS l
GROUP BY l.gen_id

-- name: pieces
-- Which items are the last ones of the pieces, and of which part is each piece? A part has some $sets different sets, a
-- piece is so many times that a record holds one.
-- in:  weights (gen_id, pairs, triples)
-- out: part, piece, last_id
SELECT s.part, s.piece, max(s.gen_id) AS last_id
FROM (
  SELECT
    w.gen_id,
    cast(floor(sum(least(w.held, w.possible)) OVER (ORDER BY w.gen_id) / $sets) AS bigint) AS part,
    cast(floor(sum(w.held) OVER (ORDER BY w.gen_id) / $times) AS bigint) AS piece
  FROM (
    SELECT
      g.gen_id,
      CASE WHEN $size = 2 THEN g.pairs ELSE g.triples END AS held,
      CASE WHEN $size = 2 THEN $items - g.gen_id ELSE ($items - g.gen_id) * ($items - g.gen_id - 1.0) / 2 END AS possible
    FROM weights AS g
  ) AS w
) AS s
GROUP BY s.part, s.piece
ORDER BY last_id

-- name: pairs
-- Which pairs with a first item of this piece are generators (no record holds one of the items without the other), and how
-- many records hold them? Two of those records are named, see named_at_risk.
-- in:  occurrences (record_id, gen_id), generators (gen_id, support) of size 1
-- out: left_id, right_id, item, support, one_record, other_record
SELECT c.left_id, c.right_id, c.right_id AS item, c.support, c.one_record, c.other_record
FROM (
  SELECT
    a.gen_id AS left_id,
    b.gen_id AS right_id,
    cast(count(*) AS integer) AS support,
    min(a.record_id) AS one_record,
    max(a.record_id) AS other_record
  FROM occurrences AS a
  JOIN occurrences AS b ON b.record_id = a.record_id AND b.gen_id > a.gen_id
  WHERE a.gen_id BETWEEN $first_id AND $last_id
  GROUP BY a.gen_id, b.gen_id
) AS c
JOIN generators AS g ON g.gen_id = c.left_id AND g.support > c.support
JOIN generators AS h ON h.gen_id = c.right_id AND h.support > c.support

-- name: held_pairs
-- Which records hold which frequent generators of size 2 with a first item of this part? (Two items are compared as one
-- number: an engine might join items first with all generators that begin with them.)
-- in:  occurrences (record_id, gen_id), generators (gen_id, parent_id, item) of size 2
-- out: record_id, parent_id (the first item), gen_id
SELECT a.record_id, g.parent_id, g.gen_id
FROM occurrences AS a
JOIN occurrences AS b ON b.record_id = a.record_id AND b.gen_id > a.gen_id
JOIN generators AS g
  ON pair_key(g.parent_id, g.item) = pair_key(a.gen_id, b.gen_id)
WHERE a.gen_id BETWEEN $first_id AND $last_id

-- name: triples
-- Which triples with a first item of this piece are generators, each pair in them a frequent one? As pairs. (The third pair
-- is looked for by a semi-join: an engine might join all pairs with each other first. Its first item comes after that of
-- the piece, so there is no need to look among the pairs before.)
-- in:  held (record_id, parent_id, gen_id), generators (gen_id, parent_id, item, support) of size 2
-- out: left_id, right_id, item, support, one_record, other_record
SELECT c.left_id, c.right_id, h.item, c.support, c.one_record, c.other_record
FROM (
  SELECT
    a.gen_id AS left_id,
    b.gen_id AS right_id,
    cast(count(*) AS integer) AS support,
    min(a.record_id) AS one_record,
    max(a.record_id) AS other_record
  FROM held AS a
  JOIN held AS b ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
  WHERE a.parent_id BETWEEN $first_id AND $last_id
  GROUP BY a.gen_id, b.gen_id
) AS c
JOIN generators AS g ON g.gen_id = c.left_id AND g.support > c.support
JOIN generators AS h ON h.gen_id = c.right_id AND h.support > c.support
SEMI JOIN generators AS o ON o.parent_id = g.item AND o.item = h.item AND o.support > c.support AND o.parent_id > $first_id

-- name: threats
-- Which of the generators are minimal threats?
-- in:  counted (left_id, right_id, item, support, one_record, other_record)
-- out: left_id, right_id, item, support, one_record, other_record
SELECT c.left_id, c.right_id, c.item, c.support, c.one_record, c.other_record
FROM counted AS c
WHERE c.support < $k

-- name: frequent
-- Which of them are frequent?
-- in:  counted (left_id, item, support)
-- out: parent_id, item, support
SELECT c.left_id AS parent_id, c.item, c.support
FROM counted AS c
WHERE c.support >= $k

-- name: generators
-- The frequent generators of all parts, numbered in the order of their items.
-- in:  frequent (parent_id, item, support)
-- out: gen_id, parent_id, item, support
SELECT
  cast(row_number() OVER (ORDER BY f.parent_id, f.item) AS integer) AS gen_id,
  f.parent_id,
  f.item,
  f.support
FROM frequent AS f

-- name: named_at_risk
-- Which records, not known to be at risk, does a threat name? With a support of 1 or 2 these are all it has.
-- in:  threats (one_record, other_record), at_risk (record_id)
-- out: record_id
SELECT n.record_id
FROM (
  SELECT t.one_record AS record_id FROM threats AS t
  UNION
  SELECT t.other_record AS record_id FROM threats AS t
) AS n
ANTI JOIN at_risk AS r ON r.record_id = n.record_id

-- name: items_not_at_risk
-- Which items do records hold that are not known to be at risk?
-- in:  occurrences (record_id, gen_id), at_risk (record_id)
-- out: record_id, parent_id (0: the empty set), gen_id
SELECT o.record_id, 0 AS parent_id, o.gen_id
FROM occurrences AS o
ANTI JOIN at_risk AS r ON r.record_id = o.record_id

-- name: pairs_not_at_risk
-- Which of the pairs do records hold that are not known to be at risk?
-- in:  held (record_id, parent_id, gen_id), at_risk (record_id)
-- out: record_id, parent_id, gen_id
SELECT h.record_id, h.parent_id, h.gen_id
FROM held AS h
ANTI JOIN at_risk AS r ON r.record_id = h.record_id

-- name: at_risk
-- Which of the remaining records hold a threat with a support of 3 or more?
-- in:  remaining (record_id, parent_id, gen_id), threats (left_id, right_id, support)
-- out: record_id
SELECT DISTINCT a.record_id
FROM remaining AS a
JOIN remaining AS b ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
JOIN threats AS t ON t.left_id = a.gen_id AND t.right_id = b.gen_id
WHERE t.support > 2
