-- Estimate: how many records of the source hold an itemset, as far as a disassociated release tells?
-- Which itemsets: those of a file (asked_itemsets), or the ones that most records hold for certain (certain_labels and
-- members, around the search of counting/top_itemsets). For each: the records that hold it for certain, and those that hold it
-- on average over all originals that reconstruct makes up.
-- parts: what each chunk of a simple cluster and its terms give of an itemset. chances: each part spread evenly over the
-- records that may hold it. Two corrections, for no record is empty: tight_chances, where chunks have to fill a cluster
-- together (weights by reconstruct_records/fill_…), and repeated_terms, where a term is given to records that lack anything.
-- unknown_supports: where a sensitive item is in a set, how many may hold it at most.
-- Of a release of whole records whose items may be generalized: label_reach (which labels may stand for each item, or label over
-- items, that is asked for), then whole_records. What is expected there is counted by measures/workload/expected.
-- Terrovitis et al., section 6.
-- phase: estimating supports

-- name: asked_itemsets
-- Itemsets that stand in a file, with the labels of their items.
-- in:  transactions (record_id, item), items (item, label)
-- out: itemset_id, item (label)
SELECT t.record_id AS itemset_id, i.label AS item
FROM transactions AS t
JOIN items AS i ON i.item = t.item

-- name: numbers
-- Itemsets without names of their own are called by their numbers.
-- in:  itemsets (itemset_id)
-- out: itemset_id, query
SELECT DISTINCT i.itemset_id, cast(i.itemset_id AS text) AS query FROM itemsets AS i

-- name: certain_labels
-- The labels of a release, numbered.
-- in:  subrecords (item: label), terms (item: label)
-- out: item, label
SELECT row_number() OVER (ORDER BY u.item) AS item, u.item AS label
FROM (SELECT s.item FROM subrecords AS s UNION SELECT t.item FROM terms AS t) AS u

-- name: known_items
-- How many items are asked for, and how many of them does the release have?
-- in:  itemsets (item: label), labels (label)
-- out: asked, known
SELECT count(DISTINCT i.item) AS asked, count(DISTINCT l.label) AS known
FROM itemsets AS i
LEFT JOIN labels AS l ON l.label = i.item

-- name: members (duckdb)
-- The items of itemsets that are written as item numbers.
-- in:  top (itemset, size, support), labels (item, label)
-- out: itemset_id (from 1, the most frequent first), item (label)
-- only: duckdb, because it alone splits a text into rows
SELECT n.itemset_id, l.label AS item
FROM (
  SELECT u.itemset_id, CAST(unnest(string_split(u.itemset, ' ')) AS bigint) AS item
  FROM (SELECT row_number() OVER (ORDER BY t.support DESC, t.size, t.itemset) AS itemset_id, t.itemset FROM top AS t) AS u
) AS n
JOIN labels AS l ON l.item = n.item

-- name: certain
-- How many records hold an itemset for certain: the subrecords that hold it, and for a single item one record of each
-- cluster that has it as a term?
-- in:  itemsets (itemset_id, item), subrecords (subrecord_id, item), terms (item)
-- out: itemset_id, certain
-- Terrovitis et al., section 6
WITH sizes AS (
  SELECT i.itemset_id, count(*) AS items, max(i.item) AS item
  FROM itemsets AS i
  GROUP BY i.itemset_id
)
SELECT f.itemset_id, sum(f.records) AS certain
FROM (
  SELECT h.itemset_id, count(*) AS records
  FROM (
    SELECT i.itemset_id, s.subrecord_id, count(*) AS items
    FROM itemsets AS i
    JOIN subrecords AS s ON s.item = i.item
    GROUP BY i.itemset_id, s.subrecord_id
  ) AS h
  JOIN sizes AS z ON z.itemset_id = h.itemset_id AND z.items = h.items
  GROUP BY h.itemset_id
  UNION ALL
  SELECT z.itemset_id, count(*) AS records
  FROM sizes AS z
  JOIN terms AS t ON t.item = z.item
  WHERE z.items = 1
  GROUP BY z.itemset_id
) AS f
GROUP BY f.itemset_id

-- name: parts
-- Which parts of each itemset do the chunks and the terms of a simple cluster give, where together they give all of it?
-- in:  itemsets (itemset_id, item), subrecords (chunk_id, item), terms (cluster_id, item), clusters (cluster_id, size),
--      places (chunk_id, cluster_id, size, shared, subrecords, places)
-- out: itemset_id, cluster_id, chunk_id (-1: terms), size (of the cluster), shared, subrecords (of the chunk), places (the
--      records that may hold it), items (how many the part has)
WITH chunk_items AS (
  SELECT DISTINCT s.chunk_id, s.item FROM subrecords AS s
), given AS (
  SELECT i.itemset_id, p.cluster_id, p.chunk_id, p.size, p.shared, p.subrecords, p.places, count(*) AS items
  FROM itemsets AS i
  JOIN chunk_items AS h ON h.item = i.item
  JOIN places AS p ON p.chunk_id = h.chunk_id
  GROUP BY i.itemset_id, p.cluster_id, p.chunk_id, p.size, p.shared, p.subrecords, p.places
  UNION ALL
  SELECT
    i.itemset_id, t.cluster_id, -1 AS chunk_id, c.size, 0 AS shared, count(*) AS subrecords, c.size AS places,
    count(*) AS items
  FROM itemsets AS i
  JOIN terms AS t ON t.item = i.item
  JOIN clusters AS c ON c.cluster_id = t.cluster_id
  GROUP BY i.itemset_id, t.cluster_id, c.size
), whole AS (
  SELECT g.itemset_id, g.cluster_id
  FROM given AS g
  JOIN (SELECT n.itemset_id, count(*) AS items FROM itemsets AS n GROUP BY n.itemset_id) AS z
    ON z.itemset_id = g.itemset_id
  GROUP BY g.itemset_id, g.cluster_id, z.items
  HAVING sum(g.items) = z.items
)
SELECT g.itemset_id, g.cluster_id, g.chunk_id, g.size, g.shared, g.subrecords, g.places, g.items
FROM given AS g
JOIN whole AS w ON w.itemset_id = g.itemset_id AND w.cluster_id = g.cluster_id

-- name: chances
-- How many records of each simple cluster hold an itemset, as far as chance goes: each part of it that one chunk gives is
-- spread evenly over the records that may hold the chunk, each term over those of the cluster.
-- in:  parts (itemset_id, cluster_id, chunk_id, size, places, items), itemsets (itemset_id, item),
--      subrecords (chunk_id, subrecord_id, item)
-- out: itemset_id, cluster_id, expected
-- Terrovitis et al., section 6
WITH held AS (
  SELECT r.itemset_id, r.chunk_id, r.items, count(*) AS subrecords
  FROM (
    SELECT i.itemset_id, s.chunk_id, s.subrecord_id, count(*) AS items
    FROM itemsets AS i
    JOIN subrecords AS s ON s.item = i.item
    GROUP BY i.itemset_id, s.chunk_id, s.subrecord_id
  ) AS r
  GROUP BY r.itemset_id, r.chunk_id, r.items
)
SELECT
  p.itemset_id,
  p.cluster_id,
  max(p.size) * exp(sum(ln(CASE
    WHEN p.chunk_id >= 0 THEN cast(h.subrecords AS double) / nullif(p.places, 0)
    ELSE power(cast(1 AS double) / nullif(p.size, 0), p.items)
  END))) AS expected
FROM parts AS p
LEFT JOIN held AS h ON h.itemset_id = p.itemset_id AND h.chunk_id = p.chunk_id AND h.items = p.items
GROUP BY p.itemset_id, p.cluster_id
HAVING count(*) FILTER (WHERE p.chunk_id >= 0 AND h.subrecords IS NULL) = 0

-- name: tight_parts
-- Which itemsets have parts in several chunks of a tight cluster?
-- in:  parts (itemset_id, cluster_id, chunk_id, shared), tight (cluster_id)
-- out: case_id, itemset_id, cluster_id
SELECT
  row_number() OVER (ORDER BY p.cluster_id, p.itemset_id) AS case_id,
  p.itemset_id,
  p.cluster_id
FROM parts AS p
JOIN tight AS t ON t.cluster_id = p.cluster_id
WHERE p.shared = 0
GROUP BY p.itemset_id, p.cluster_id
HAVING count(*) > 1

-- name: joined_chunks
-- All chunks of these clusters, where one record gets a subrecord of each chunk with a part: so many others to draw from.
-- in:  cases (case_id, itemset_id, cluster_id), filling (case_id: the cluster, turn, chunk_id, size, records, drawn),
--      parts (itemset_id, cluster_id, chunk_id)
-- out: case_id, turn, chunk_id, size, records, drawn
SELECT
  c.case_id,
  f.turn,
  f.chunk_id,
  f.size,
  CASE WHEN p.chunk_id IS NULL THEN f.records ELSE f.records - 1 END AS records,
  CASE WHEN p.chunk_id IS NULL THEN f.drawn ELSE f.drawn - 1 END AS drawn
FROM cases AS c
JOIN filling AS f ON f.case_id = c.cluster_id
LEFT JOIN parts AS p ON p.itemset_id = c.itemset_id AND p.cluster_id = c.cluster_id AND p.chunk_id = f.chunk_id

-- name: fill_odds
-- How likely do the chunks of each case fill its cluster, with $filled records filled before?
-- in:  paths (turn, case_id, node_id), weights (turn, node_id, filled, weight)
-- out: case_id, weight (the logarithm)
SELECT p.case_id, w.weight
FROM paths AS p
JOIN (SELECT x.case_id, max(x.turn) AS turn FROM paths AS x GROUP BY x.case_id) AS f
  ON f.case_id = p.case_id AND f.turn = p.turn
JOIN weights AS w ON w.turn = p.turn AND w.node_id = p.node_id AND w.filled = $filled

-- name: tight_chances
-- The same where chunks have to fill a cluster together: how likely they do so if the parts of the itemset are in one
-- record, over how likely they do so at all. Where they cannot, no record holds the itemset.
-- in:  chances (itemset_id, cluster_id, expected), cases (case_id, itemset_id, cluster_id), together (case_id, weight),
--      alone (case_id: the cluster, weight)
-- out: itemset_id, cluster_id, expected
SELECT
  h.itemset_id,
  h.cluster_id,
  CASE WHEN c.case_id IS NULL THEN h.expected ELSE h.expected * coalesce(exp(t.weight - a.weight), 0) END AS expected
FROM chances AS h
LEFT JOIN cases AS c ON c.itemset_id = h.itemset_id AND c.cluster_id = h.cluster_id
LEFT JOIN together AS t ON t.case_id = c.case_id
LEFT JOIN alone AS a ON a.case_id = c.cluster_id

-- name: repeated_terms
-- How many records hold a term once more, because they would be empty otherwise? Each of the records that get no subrecord
-- and no term gets one of the terms.
-- in:  itemsets (itemset_id, item), terms (cluster_id, item), clusters (cluster_id, size),
--      places (cluster_id, chunk_id, subrecords, places)
-- out: itemset_id, cluster_id, expected
WITH singles AS (
  SELECT i.itemset_id, max(i.item) AS item
  FROM itemsets AS i
  GROUP BY i.itemset_id
  HAVING count(*) = 1
), without AS (
  SELECT
    p.cluster_id,
    CASE
      WHEN max(CASE WHEN p.subrecords >= p.places THEN 1 ELSE 0 END) = 1 THEN 0
      ELSE exp(sum(ln(nullif(cast(p.places - p.subrecords AS double), 0) / nullif(p.places, 0))))
    END AS chance
  FROM places AS p
  GROUP BY p.cluster_id
), counted AS (
  SELECT n.cluster_id, count(*) AS terms
  FROM terms AS n
  GROUP BY n.cluster_id
)
SELECT
  s.itemset_id,
  t.cluster_id,
  c.size * coalesce(w.chance, 1) * power(1 - cast(1 AS double) / nullif(c.size, 0), n.terms) / nullif(n.terms, 0) AS expected
FROM singles AS s
JOIN terms AS t ON t.item = s.item
JOIN clusters AS c ON c.cluster_id = t.cluster_id
JOIN counted AS n ON n.cluster_id = t.cluster_id
LEFT JOIN without AS w ON w.cluster_id = t.cluster_id


-- name: unknown_supports
-- For which itemsets is it not known how many records hold them, since a sensitive item is in them? Of a cluster with all of
-- its sensitive items as terms one in $diversity records may hold it at most (1: all of them may).
-- in:  itemsets (itemset_id, item), terms (cluster_id, item), clusters (cluster_id, size), sensitive (label)
-- out: itemset_id, at_most
WITH secret AS (
  SELECT i.itemset_id, i.item
  FROM itemsets AS i
  SEMI JOIN sensitive AS s ON s.label = i.item
), held AS (
  SELECT x.itemset_id, t.cluster_id, count(*) AS items
  FROM secret AS x
  JOIN terms AS t ON t.item = x.item
  GROUP BY x.itemset_id, t.cluster_id
)
SELECT z.itemset_id, cast(coalesce(sum(c.size // $diversity), 0) AS bigint) AS at_most
FROM (SELECT y.itemset_id, count(*) AS items FROM secret AS y GROUP BY y.itemset_id) AS z
LEFT JOIN held AS h ON h.itemset_id = z.itemset_id AND h.items = z.items
LEFT JOIN clusters AS c ON c.cluster_id = h.cluster_id
GROUP BY z.itemset_id

-- name: estimates
-- What is known about the support of each itemset?
-- in:  itemsets (itemset_id), certain (itemset_id, certain), chances (itemset_id, expected)
-- out: itemset_id, certain, expected (never under what is certain)
SELECT
  i.itemset_id,
  cast(coalesce(max(c.certain), 0) AS bigint) AS certain,
  greatest(coalesce(max(e.expected), 0), cast(coalesce(max(c.certain), 0) AS double)) AS expected
FROM (SELECT DISTINCT x.itemset_id FROM itemsets AS x) AS i
LEFT JOIN certain AS c ON c.itemset_id = i.itemset_id
LEFT JOIN (SELECT h.itemset_id, sum(h.expected) AS expected FROM chances AS h GROUP BY h.itemset_id) AS e
  ON e.itemset_id = i.itemset_id
GROUP BY i.itemset_id

-- name: with_unknown
-- What is known about the support of each itemset, and where what is expected is not known, how many may hold it at most?
-- in:  estimates (itemset_id, certain, expected), unknown (itemset_id, at_most)
-- out: itemset_id, certain, expected (NULL where at_most is not), at_most
SELECT e.itemset_id, e.certain, CASE WHEN u.at_most IS NULL THEN e.expected END AS expected, u.at_most
FROM estimates AS e
LEFT JOIN unknown AS u ON u.itemset_id = e.itemset_id

-- name: own_meaning
-- Without a taxonomy each label is an item.
-- in:  lines (item)
-- out: label, item, share
SELECT DISTINCT l.item AS label, l.item, cast(1 AS double) AS share FROM lines AS l

-- name: meant_items
-- The items that labels of a release may stand for, numbered.
-- in:  meaning (item)
-- out: item, label
SELECT row_number() OVER (ORDER BY m.item) AS item, m.item AS label FROM (SELECT DISTINCT n.item FROM meaning AS n) AS m

-- name: own_items
-- The items that stand in a release themselves, by number.
-- in:  lines (record_id, item: label), items (item, label)
-- out: record_id, item
SELECT dense_rank() OVER (ORDER BY l.record_id) AS record_id, i.item FROM lines AS l JOIN items AS i ON i.label = l.item

-- name: askable
-- What may be asked for: the items that labels of a release may stand for, and what is at or over the labels.
-- in:  meaning (item), under (node)
-- out: label
SELECT m.item AS label FROM meaning AS m
UNION
SELECT u.node AS label FROM under AS u

-- name: with_floors
-- Which part of the rows of a label stands for each item under it, where each shown item stands one step higher with
-- probability $floor, another one with $floor times that, and so on? So many of its rows are expected to be of shown items;
-- the others stand for each item alike.
-- in:  lines (item: label), meaning (label, item, share), depths (label, depth)
-- out: label, item, share
WITH shown AS (
  SELECT l.item AS label, count(*) AS n FROM lines AS l GROUP BY l.item
), lifted AS (
  SELECT m.label, m.item, s.n * power(cast($floor AS double), i.depth - o.depth) AS n
  FROM meaning AS m
  JOIN shown AS s ON s.label = m.item
  JOIN depths AS i ON i.label = m.item
  JOIN depths AS o ON o.label = m.label
  WHERE m.label <> m.item
), parts AS (
  SELECT f.label, sum(f.n) AS n, least(1, sum(f.n) / nullif(max(s.n), 0)) AS part
  FROM lifted AS f
  JOIN shown AS s ON s.label = f.label
  GROUP BY f.label
)
SELECT
  m.label, m.item,
  m.share * (1 - coalesce(p.part, 0)) + coalesce(p.part * f.n / nullif(p.n, 0), 0) AS share
FROM meaning AS m
LEFT JOIN parts AS p ON p.label = m.label
LEFT JOIN lifted AS f ON f.label = m.label AND f.item = m.item

-- name: covered
-- Which items are under what is asked for, an item or a label over some, as far as labels tell?
-- in:  itemsets (item), meaning (label, item), under (node, label: at it or under it)
-- out: asked, item
SELECT i.item AS asked, i.item FROM itemsets AS i
UNION
SELECT i.item AS asked, m.item
FROM itemsets AS i
JOIN under AS u ON u.node = i.item
JOIN meaning AS m ON m.label = u.label

-- name: label_reach
-- Which labels of a release of whole records may stand for what is asked for, with which chance, and which of them do for
-- certain? One that stands for nothing else; over all of the taxonomy there may be items that it does not have.
-- in:  itemsets (itemset_id, item), covered (asked, item), meaning (label, item, share), roots (label), outside (label: what
--      may stand for items that the taxonomy does not have, item)
-- out: query_id, item, label, chance (NULL: of an item that the taxonomy does not have it is not known), certain (1 or 0)
WITH sizes AS (
  SELECT m.label, count(*) AS items FROM meaning AS m GROUP BY m.label
), found AS (
  SELECT c.asked, m.label, sum(m.share) AS share, count(*) AS items
  FROM covered AS c
  JOIN meaning AS m ON m.item = c.item
  GROUP BY c.asked, m.label
)
SELECT
  i.itemset_id AS query_id, i.item, f.label,
  CASE WHEN f.items = z.items THEN cast(1 AS double) ELSE f.share END AS chance,
  CASE WHEN f.items = z.items AND (f.label = i.item OR r.label IS NULL) THEN 1 ELSE 0 END AS certain
FROM itemsets AS i
JOIN found AS f ON f.asked = i.item
JOIN sizes AS z ON z.label = f.label
LEFT JOIN roots AS r ON r.label = f.label
UNION ALL
SELECT i.itemset_id AS query_id, i.item, o.label, NULL AS chance, 0 AS certain
FROM itemsets AS i
JOIN outside AS o ON o.item = i.item

-- name: outside
-- Which of the items that are asked for may stand under the root of the taxonomy, though that does not have them? Those that
-- none of the labels over all others is known to stand for; one that stands there itself stands nowhere else, unless an item
-- may have another label in another record ($is_local).
-- A label that is asked for is no item.
-- in:  itemsets (item), meaning (label, item), roots (label), covered (asked, item)
-- out: label, item
SELECT r.label, i.item
FROM (
  SELECT DISTINCT n.item
  FROM itemsets AS n
  ANTI JOIN covered AS c ON c.asked = n.item AND c.item <> n.item
) AS i
CROSS JOIN roots AS r
LEFT JOIN meaning AS m ON m.item = i.item AND (m.label = r.label OR NOT $is_local)
WHERE m.item IS NULL

-- name: known_chances
-- The part of a reach of which a chance is known.
-- in:  reach (query_id, item, label, chance)
-- out: query_id, item, label, chance
SELECT r.query_id, r.item, r.label, r.chance FROM reach AS r WHERE r.chance IS NOT NULL

-- name: whole_records
-- How many records hold each itemset for certain, since what stands there is of its items, and how many at most, since labels
-- stand there that may stand for them? It is not known at most where no label may stand for one of its items: that was
-- suppressed, or the data do not have it.
-- in:  itemsets (itemset_id, item), reach (query_id, item, label, certain), release (record_id, item: label),
--      expected (query_id, expected)
-- out: itemset_id, certain, expected (NULL where at_most is), at_most
WITH sizes AS (
  SELECT i.itemset_id, count(*) AS items FROM itemsets AS i GROUP BY i.itemset_id
), reached AS (
  SELECT r.query_id, count(DISTINCT r.item) AS items FROM reach AS r GROUP BY r.query_id
), held AS (
  SELECT
    r.query_id, l.record_id, count(DISTINCT r.item) AS items,
    count(DISTINCT CASE WHEN r.certain = 1 THEN r.item END) AS certain_items
  FROM reach AS r
  JOIN release AS l ON l.item = r.label
  GROUP BY r.query_id, l.record_id
), counted AS (
  SELECT
    z.itemset_id,
    count(CASE WHEN h.certain_items = z.items THEN 1 END) AS certain,
    count(CASE WHEN h.items = z.items THEN 1 END) AS at_most
  FROM sizes AS z
  LEFT JOIN held AS h ON h.query_id = z.itemset_id
  GROUP BY z.itemset_id
)
SELECT
  c.itemset_id, c.certain,
  CASE WHEN f.items = z.items THEN greatest(coalesce(e.expected, cast(0 AS double)), cast(c.certain AS double)) END AS expected,
  CASE WHEN f.items = z.items THEN c.at_most END AS at_most
FROM counted AS c
JOIN sizes AS z ON z.itemset_id = c.itemset_id
LEFT JOIN reached AS f ON f.query_id = c.itemset_id
LEFT JOIN expected AS e ON e.query_id = c.itemset_id
