-- Persons, chunks: VERPART, REFINE and safe disassociation where persons are to hold what stands in a chunk. These queries
-- stand in for those of the steps before that count records; all the others serve as they are.
-- 1. The records of a person stand next to each other in the words of a cluster (positions), so that a word tells of how many
-- persons the records of a set are (words; counting/persons).
-- 2. Which items persons enough hold (cluster_supports, nodes). 3. Which terms they hold together (candidates), and the rows of
-- shared chunks. 4. In whose subrecords chunks are suppressed in part (picked).
-- Terrovitis et al., section 4; Awad et al., section 4.1; of persons it is ours.
-- phase: preparing chunks, by persons

-- name: positions
-- Which number has each record in its cluster, and whose is it? Words have room for 62 records; 32 are used, so that no
-- person of at most 32 records in a cluster is in two words: each has 1, 2, 4, ... 32 places in a row, the largest first. No
-- word has records of two clusters.
-- in:  clusters (record_id, cluster_id), persons (record_id, person)
-- out: record_id, cluster_id, position, person
WITH numbered AS (
  SELECT
    c.record_id, c.cluster_id, p.person,
    row_number() OVER (PARTITION BY c.cluster_id, p.person ORDER BY c.record_id) - 1 AS nth
  FROM clusters AS c
  JOIN persons AS p ON p.record_id = c.record_id
), blocks AS (
  SELECT
    n.cluster_id, n.person,
    CASE
      WHEN count(*) <= 2 THEN count(*)
      WHEN count(*) <= 4 THEN 4
      WHEN count(*) <= 8 THEN 8
      WHEN count(*) <= 16 THEN 16
      ELSE (count(*) + 31) // 32 * 32
    END AS room
  FROM numbered AS n
  GROUP BY n.cluster_id, n.person
), placed AS (
  SELECT
    b.cluster_id, b.person,
    cast(
      sum(b.room) OVER (
        PARTITION BY b.cluster_id ORDER BY b.room DESC, b.person ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) - b.room AS bigint
    ) AS start
  FROM blocks AS b
), words AS (
  SELECT s.cluster_id, cast(sum(s.words) OVER (ORDER BY s.cluster_id) - s.words AS bigint) AS first_word
  FROM (SELECT b.cluster_id, cast(sum(b.room) + 31 AS bigint) // 32 AS words FROM blocks AS b GROUP BY b.cluster_id) AS s
)
SELECT
  n.record_id,
  n.cluster_id,
  cast((w.first_word + (p.start + n.nth) // 32) * 62 + (p.start + n.nth) % 32 AS integer) AS position,
  n.person
FROM numbered AS n
JOIN placed AS p ON p.cluster_id = n.cluster_id AND p.person = n.person
JOIN words AS w ON w.cluster_id = n.cluster_id

-- name: words
-- Which bits of each word are the last one of a person's records, and which are the others? Added to what a set has of the
-- others, these carry into the last one where it has any (counting/persons/word_bits). A person of more than 32 records in a cluster is none in
-- sets of items: that makes chunks smaller, never unsafe.
-- in:  positions (cluster_id, position, person)
-- out: word_id, others, lasts
SELECT
  b.word_id,
  bit_or(CASE WHEN b.records > 32 THEN cast(0 AS bigint) ELSE ((cast(1 AS bigint) << (b.records - 1)) - 1) << b.start END) AS others,
  bit_or(CASE WHEN b.records > 32 THEN cast(0 AS bigint) ELSE cast(1 AS bigint) << (b.start + b.records - 1) END) AS lasts
FROM (
  SELECT
    p.position // 62 AS word_id,
    cast(min(p.position % 62) AS integer) AS start,
    cast(max(p.records) AS integer) AS records
  FROM (
    SELECT r.position, r.cluster_id, r.person, count(*) OVER (PARTITION BY r.cluster_id, r.person) AS records
    FROM positions AS r
  ) AS p
  GROUP BY p.position // 62, p.person
) AS b
GROUP BY b.word_id

-- name: cluster_rows
-- Which record of which cluster holds which item, and whose is it?
-- in:  transactions (record_id, item), positions (record_id, cluster_id, position, person)
-- out: record_id, cluster_id, item, position, person
SELECT t.record_id, c.cluster_id, t.item, c.position, c.person
FROM transactions AS t
JOIN positions AS c ON c.record_id = t.record_id

-- name: cluster_supports
-- How many records, and how many persons, of each cluster hold each of its items?
-- in:  cluster_rows (cluster_id, item, person)
-- out: cluster_id, item, support, persons
SELECT c.cluster_id, c.item, cast(sum(c.records) AS integer) AS support, cast(count(*) AS integer) AS persons
FROM (
  SELECT r.cluster_id, r.item, r.person, count(*) AS records
  FROM cluster_rows AS r
  GROUP BY r.cluster_id, r.item, r.person
) AS c
GROUP BY c.cluster_id, c.item

-- name: nodes
-- As in verpart_nodes: which items of which cluster do persons enough hold for a chunk?
-- in:  cluster_supports (cluster_id, item, support, persons), sensitive (item), together (item)
-- out: node_id, cluster_id, item, support (in the cluster), persons, block_id (its first node)
SELECT
  n.node_id,
  n.cluster_id,
  n.item,
  n.support,
  n.persons,
  n.node_id - (row_number() OVER (PARTITION BY n.cluster_id ORDER BY n.node_id) - 1) % $most AS block_id
FROM (
  SELECT
    cast(
      row_number() OVER (
        ORDER BY c.cluster_id, CASE WHEN t.item IS NULL THEN 1 ELSE 0 END, c.support DESC, c.item
      ) AS bigint
    ) AS node_id,
    c.cluster_id,
    c.item,
    c.support,
    c.persons
  FROM cluster_supports AS c
  ANTI JOIN sensitive AS s ON s.item = c.item
  LEFT JOIN together AS t ON t.item = c.item
  WHERE c.persons >= $k
) AS n

-- name: node_items
-- The nodes as items whose sets are counted.
-- in:  nodes (node_id, support, persons)
-- out: gen_id, parent_id (0: the empty set), item, source_item (all the node), support (pair of persons and records)
SELECT
  n.node_id AS gen_id, 0 AS parent_id, n.node_id AS item, n.node_id AS source_item, pair(n.persons, n.support) AS support
FROM nodes AS n

-- name: term_persons
-- Who holds the terms that may move?
-- in:  cluster_rows (cluster_id, item, person), movable_terms (leaf_id, item)
-- out: cluster_id, item, person
SELECT DISTINCT r.cluster_id, r.item, r.person
FROM cluster_rows AS r
JOIN movable_terms AS m ON m.leaf_id = r.cluster_id AND m.item = r.item

-- name: candidates
-- As in refine_join: which terms of which clusters could move, as persons enough hold them together?
-- in:  movable_terms (top_id, leaf_id, position, item, support, pinned), term_persons (cluster_id, item, person)
-- out: window_id, top_id, leaf_id, item, support
SELECT m.position // $width AS window_id, m.top_id, m.leaf_id, m.item, m.support
FROM movable_terms AS m
JOIN (
  SELECT o.position // $width AS window_id, o.item
  FROM movable_terms AS o
  JOIN term_persons AS p ON p.cluster_id = o.leaf_id AND p.item = o.item
  GROUP BY o.position // $width, o.item
  HAVING min(o.top_id) < max(o.top_id) AND count(DISTINCT p.person) >= $k AND max(o.pinned) = 0
) AS r ON r.window_id = m.position // $width AND r.item = m.item

-- name: shared_records
-- Which records hold an item of a shared chunk that is nowhere further down?
-- in:  shared_rows (record_id, cluster_id, item), repeated (cluster_id, item)
-- out: record_id, cluster_id (the joint one)
SELECT DISTINCT r.record_id, r.cluster_id
FROM shared_rows AS r
ANTI JOIN repeated AS x ON x.cluster_id = r.cluster_id AND x.item = r.item

-- name: rows_without
-- As in refine_join: the rows of shared chunks whose items are nowhere further down.
-- in:  shared_rows (record_id, cluster_id, item), repeated (cluster_id, item), positions (record_id, cluster_id, position, person)
-- out: record_id, cluster_id, item, position, person
SELECT r.record_id, r.cluster_id, r.item, p.position, p.person
FROM shared_rows AS r
ANTI JOIN repeated AS x ON x.cluster_id = r.cluster_id AND x.item = r.item
JOIN positions AS p ON p.record_id = r.record_id AND p.cluster_id = r.cluster_id

-- name: picked
-- As in safe_suppress: from which subrecords is a pair suppressed? First from those of persons who keep another one with all
-- items. Those who have one with all items are k persons or more, as many as hold the covered item; and k records are left
-- (precondition 4). So one is left to k persons.
-- in:  open_rows (cluster_id, chunk, record_id, item), covered_chunks (cluster_id, chunk, items, suppressions),
--      persons (record_id, person)
-- out: cluster_id, chunk, record_id, rank (from 1)
-- Awad et al., section 4.1, rule 3a
WITH whole AS (
  SELECT
    r.cluster_id, r.chunk, r.record_id, c.suppressions,
    md5(
      concat($key, ':pick:', cast(r.cluster_id AS text), ':', cast(r.chunk AS text), ':', cast(r.record_id AS text))
    ) AS draw
  FROM open_rows AS r
  JOIN covered_chunks AS c ON c.cluster_id = r.cluster_id AND c.chunk = r.chunk
  GROUP BY r.cluster_id, r.chunk, r.record_id, c.suppressions, c.items
  HAVING count(*) = c.items
), turns AS (
  SELECT
    w.cluster_id, w.chunk, w.record_id, w.suppressions, w.draw,
    row_number() OVER (PARTITION BY w.cluster_id, w.chunk, p.person ORDER BY w.draw, w.record_id) AS turn
  FROM whole AS w
  JOIN persons AS p ON p.record_id = w.record_id
)
SELECT o.cluster_id, o.chunk, o.record_id, o.rank
FROM (
  SELECT
    t.cluster_id, t.chunk, t.record_id, t.suppressions,
    row_number() OVER (
      PARTITION BY t.cluster_id, t.chunk ORDER BY CASE WHEN t.turn > 1 THEN 0 ELSE 1 END, t.draw, t.record_id
    ) AS rank
  FROM turns AS t
) AS o
WHERE o.rank <= o.suppressions
