-- Reconstruct, part 1, once a release: where its chunks can be placed, and how a cluster without terms is filled at random.
-- Where each chunk can be placed (places) and whether there is room (crowded); the records to be made up; subrecords and
-- terms, numbered.
-- Then for sets of chunks that have to fill a cluster together (the chunks without terms): chunk after chunk is drawn.
-- With so many records filled already, the number that a chunk fills besides is hypergeometric; that is weighted with the
-- chance that the chunks after it fill the rest (fill_paths, fill_steps, from the last chunk to the first). Chunks that are
-- followed by the same sizes share a node, so that each is computed once.
-- Terrovitis et al., section 3 (reconstruction); section 5, Lemma 2 (no record stays empty), Property 1.
-- phase: placing chunks in records

-- name: largest_cluster
-- How many records has the largest simple cluster?
-- in:  clusters (kind, size)
-- out: n
SELECT max(c.size) AS n
FROM clusters AS c
WHERE c.kind = 'simple'

-- name: records_to_fill
-- The records to be made up: so many places in each simple cluster.
-- in:  clusters (cluster_id, kind, size), numbers (n) from 1 to the largest size
-- out: cluster_id, slot (from 0), record_number (the number of the record, from 1)
SELECT c.cluster_id, n.n - 1 AS slot, row_number() OVER (ORDER BY c.cluster_id, n.n) AS record_number
FROM clusters AS c
JOIN numbers AS n ON n.n <= c.size
WHERE c.kind = 'simple'

-- name: places
-- In which simple clusters may the subrecords of each chunk be? A record chunk: in its own. A shared chunk: in those under
-- its joint cluster that have none of its items in a chunk further down or as a term, for an item of a cluster is all in
-- one chunk (the nearest: that of the smallest cluster).
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item), terms (cluster_id, item), clusters (cluster_id, kind, size),
--      above (cluster_id, upper_id)
-- out: chunk_id, cluster_id (a simple one), size (its records), shared (0 or 1), subrecords (of the chunk), places (the
--      records of all these clusters)
-- Terrovitis et al., section 5, proof of Property 1 (the records of a cluster that has the item are out of the question)
WITH chunk_items AS (
  SELECT DISTINCT s.cluster_id AS home_id, s.chunk_id, s.item FROM subrecords AS s
  UNION ALL
  SELECT t.cluster_id AS home_id, -1 AS chunk_id, t.item FROM terms AS t
), ranked AS (
  SELECT
    a.cluster_id,
    i.home_id,
    i.chunk_id,
    c.size,
    row_number() OVER (PARTITION BY a.cluster_id, i.item ORDER BY h.size, i.chunk_id) AS rank
  FROM chunk_items AS i
  JOIN above AS a ON a.upper_id = i.home_id
  JOIN clusters AS c ON c.cluster_id = a.cluster_id AND c.kind = 'simple'
  JOIN clusters AS h ON h.cluster_id = i.home_id
), admitting AS (
  SELECT r.chunk_id, r.cluster_id, r.home_id, r.size
  FROM ranked AS r
  WHERE r.chunk_id >= 0
  GROUP BY r.chunk_id, r.cluster_id, r.home_id, r.size
  HAVING max(r.rank) = 1
), counted AS (
  SELECT b.chunk_id, count(DISTINCT b.subrecord_id) AS subrecords
  FROM subrecords AS b
  GROUP BY b.chunk_id
)
SELECT
  p.chunk_id,
  p.cluster_id,
  p.size,
  CASE WHEN p.home_id = p.cluster_id THEN 0 ELSE 1 END AS shared,
  n.subrecords,
  cast(sum(p.size) OVER (PARTITION BY p.chunk_id) AS bigint) AS places
FROM admitting AS p
JOIN counted AS n ON n.chunk_id = p.chunk_id

-- name: crowded
-- How many chunks have more subrecords than there are records that may hold them?
-- in:  subrecords (chunk_id, subrecord_id), places (chunk_id, places)
-- out: n
SELECT count(*) AS n
FROM (SELECT s.chunk_id, count(DISTINCT s.subrecord_id) AS subrecords FROM subrecords AS s GROUP BY s.chunk_id) AS h
LEFT JOIN (SELECT DISTINCT p.chunk_id, p.places FROM places AS p) AS r ON r.chunk_id = h.chunk_id
WHERE h.subrecords > coalesce(r.places, 0)

-- name: numbered_subrecords
-- The subrecords of each chunk, numbered.
-- in:  subrecords (chunk_id, subrecord_id, item)
-- out: chunk_id, turn (from 1), item
SELECT s.chunk_id, dense_rank() OVER (PARTITION BY s.chunk_id ORDER BY s.subrecord_id) AS turn, s.item
FROM subrecords AS s

-- name: numbered_terms
-- The terms of each cluster, numbered.
-- in:  terms (cluster_id, item), clusters (cluster_id, size)
-- out: cluster_id, turn (from 0), item, terms (how many the cluster has), size (of the cluster)
SELECT
  t.cluster_id,
  row_number() OVER (PARTITION BY t.cluster_id ORDER BY t.item) - 1 AS turn,
  t.item,
  count(*) OVER (PARTITION BY t.cluster_id) AS terms,
  c.size
FROM terms AS t
JOIN clusters AS c ON c.cluster_id = t.cluster_id

-- name: tight_clusters
-- Which clusters have no term and no chunk that fills every record, so that only all chunks together do?
-- in:  places (cluster_id, chunk_id, size, shared, subrecords), terms (cluster_id)
-- out: cluster_id
-- Terrovitis et al., Lemma 2
SELECT p.cluster_id
FROM places AS p
ANTI JOIN terms AS t ON t.cluster_id = p.cluster_id
WHERE p.shared = 0
GROUP BY p.cluster_id
HAVING max(p.subrecords) < max(p.size) AND sum(p.subrecords) >= max(p.size)

-- name: loose_places
-- Where can chunks be placed whose subrecords need no regard to other chunks?
-- in:  places (chunk_id, cluster_id, shared, subrecords), tight (cluster_id)
-- out: chunk_id, cluster_id, subrecords
SELECT p.chunk_id, p.cluster_id, p.subrecords
FROM places AS p
LEFT JOIN tight AS t ON t.cluster_id = p.cluster_id
WHERE p.shared = 1 OR t.cluster_id IS NULL

-- name: filling_chunks
-- In which order are the chunks of each tight cluster drawn? The largest first, so it has the last turn.
-- in:  places (chunk_id, cluster_id, size, shared, subrecords), tight (cluster_id)
-- out: case_id (the cluster), turn (from 1), chunk_id, size, records (to draw from), drawn (how many)
SELECT
  p.cluster_id AS case_id,
  row_number() OVER (PARTITION BY p.cluster_id ORDER BY p.subrecords, p.chunk_id) AS turn,
  p.chunk_id,
  p.size,
  p.size AS records,
  p.subrecords AS drawn
FROM places AS p
SEMI JOIN tight AS t ON t.cluster_id = p.cluster_id
WHERE p.shared = 0

-- name: last_turn
-- How many chunks has the case with the most?
-- in:  filling (turn)
-- out: turn
SELECT coalesce(max(f.turn), 0) AS turn
FROM filling AS f

-- name: largest_filled
-- How many records has the largest cluster that chunks have to fill together?
-- in:  filling (size)
-- out: n
SELECT coalesce(max(f.size), 0) AS n
FROM filling AS f

-- name: log_choices
-- In how many ways can so many records be chosen out of so many? The logarithm.
-- in:  numbers (n) from 0
-- out: records, chosen, weight
WITH factorials AS (
  SELECT f.n, sum(ln(CASE WHEN f.n = 0 THEN 1 ELSE f.n END)) OVER (ORDER BY f.n) AS weight
  FROM numbers AS f
)
SELECT a.n AS records, c.n AS chosen, a.weight - c.weight - r.weight AS weight
FROM factorials AS a
JOIN factorials AS c ON c.n <= a.n
JOIN factorials AS r ON r.n = a.n - c.n

-- name: filled_nodes
-- After the last chunk: a node for each size of cluster.
-- in:  filling (case_id, size)
-- out: turn, case_id, node_id
SELECT DISTINCT cast(0 AS bigint) AS turn, f.case_id, f.size AS node_id
FROM filling AS f

-- name: filled_weights
-- After the last chunk all records have to be filled.
-- in:  filling (size)
-- out: turn, node_id, filled, weight (the logarithm of the chance: of 1)
SELECT DISTINCT cast(0 AS bigint) AS turn, f.size AS node_id, f.size AS filled, cast(0 AS double) AS weight
FROM filling AS f

-- name: fill_paths
-- The chunks of turn $turn: those that are as large and followed by the same sizes have one node.
-- in:  filling (case_id, turn, chunk_id, size, records, drawn), nodes (turn, case_id, node_id)
-- out: turn, case_id, chunk_id, size, records, drawn, next_id (the node that is drawn next), node_id
SELECT
  f.turn, f.case_id, f.chunk_id, f.size, f.records, f.drawn, n.node_id AS next_id,
  dense_rank() OVER (ORDER BY n.node_id, f.records, f.drawn) AS node_id
FROM filling AS f
JOIN nodes AS n ON n.case_id = f.case_id AND n.turn = f.turn - 1
WHERE f.turn = $turn

-- name: fill_steps
-- How likely is it that a chunk fills so many records more, and that those after it fill the rest?
-- in:  paths (turn, node_id, next_id, size, records, drawn), weights (turn, node_id, filled, weight),
--      choices (records, chosen, weight)
-- out: turn, node_id, filled (before), more, weight (the logarithm)
SELECT
  p.turn,
  p.node_id,
  p.size - e.records AS filled,
  e.chosen AS more,
  e.weight + o.weight - a.weight + w.weight AS weight
FROM (
  SELECT DISTINCT x.turn, x.node_id, x.next_id, x.size, x.records, x.drawn
  FROM paths AS x
) AS p
JOIN weights AS w ON w.turn = p.turn - 1 AND w.node_id = p.next_id
JOIN choices AS e ON e.records - e.chosen = p.size - w.filled AND e.chosen <= p.drawn AND e.records <= p.size
JOIN choices AS o ON o.records = p.records - e.records AND o.chosen = p.drawn - e.chosen
JOIN choices AS a ON a.records = p.records AND a.chosen = p.drawn

-- name: fill_weights
-- With so many records filled, how likely is it that this chunk and those after it fill the rest?
-- in:  steps (turn, node_id, filled, weight)
-- out: turn, node_id, filled, weight (the logarithm)
SELECT s.turn, s.node_id, s.filled, max(s.likeliest) + ln(sum(exp(s.weight - s.likeliest))) AS weight
FROM (
  SELECT u.turn, u.node_id, u.filled, u.weight, max(u.weight) OVER (PARTITION BY u.node_id, u.filled) AS likeliest
  FROM steps AS u
) AS s
GROUP BY s.turn, s.node_id, s.filled

-- name: fill_chances
-- With so many records filled, how many more does a chunk fill? Between which numbers from 0 to 1 does a draw say so many?
-- in:  steps (turn, node_id, filled, more, weight), weights (node_id, filled, weight) of the same nodes
-- out: turn, node_id, filled, more, start (the number where it begins; it ends where the next one begins)
SELECT
  s.turn, s.node_id, s.filled, s.more,
  coalesce(
    sum(exp(s.weight - w.weight)) OVER (
      PARTITION BY s.node_id, s.filled ORDER BY s.more ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ), 0
  ) AS start
FROM steps AS s
JOIN weights AS w ON w.node_id = s.node_id AND w.filled = s.filled
