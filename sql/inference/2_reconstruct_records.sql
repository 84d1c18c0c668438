-- Reconstruct, part 1: number the records of a possible original, and fill them from the record chunks.
-- Once a release: the records of each simple cluster, and how deep the joint clusters lie (the tree of clusters comes
-- from the room verify). Then for each original: a random place for each subrecord of a record chunk, the order in which
-- the records of a cluster are filled, and the rows that this gives.
-- Terrovitis et al., section 3 (reconstruction); section 5, Lemma 2 (no record stays empty).

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

-- name: joint_depths
-- How many joint clusters are at or above each joint cluster? The deepest are filled first.
-- in:  above (cluster_id, upper_id), clusters (cluster_id, kind)
-- out: cluster_id, depth
SELECT a.cluster_id, count(*) AS depth
FROM above AS a
JOIN clusters AS c ON c.cluster_id = a.cluster_id AND c.kind = 'joint'
GROUP BY a.cluster_id

-- name: deepest_joint
-- How deep is the deepest joint cluster?
-- in:  joint_depths (depth)
-- out: depth
SELECT max(d.depth) AS depth
FROM joint_depths AS d

-- name: record_subrecords
-- Where does each subrecord of a record chunk go? To a random record of its cluster, no two of a chunk to the same. In a
-- cluster without terms and without a chunk that fills every record, one chunk starts where another ends, so that no
-- record stays empty.
-- in:  subrecords (cluster_id, chunk_id, subrecord_id), clusters (cluster_id, kind, size), terms (cluster_id)
-- out: cluster_id, chunk_id, subrecord_id, slot (from 0), turn (0: filled in one order with the other chunks)
-- Terrovitis et al., section 3 (reconstruction), Lemma 2
WITH subs AS (
  SELECT DISTINCT s.cluster_id, s.chunk_id, s.subrecord_id, c.size
  FROM subrecords AS s
  JOIN clusters AS c ON c.cluster_id = s.cluster_id AND c.kind = 'simple'
), chunks AS (
  SELECT n.cluster_id, n.chunk_id, n.size, n.members
  FROM (
    SELECT b.cluster_id, b.chunk_id, max(b.size) AS size, count(*) AS members
    FROM subs AS b
    GROUP BY b.cluster_id, b.chunk_id
  ) AS n
), tight AS (
  SELECT h.cluster_id
  FROM chunks AS h
  ANTI JOIN terms AS t ON t.cluster_id = h.cluster_id
  GROUP BY h.cluster_id
  HAVING max(h.members) < max(h.size)
), starts AS (
  SELECT
    h.chunk_id,
    CASE
      WHEN g.cluster_id IS NULL THEN 0
      ELSE sum(h.members) OVER (PARTITION BY h.cluster_id ORDER BY h.chunk_id) - h.members
    END AS start
  FROM chunks AS h
  LEFT JOIN tight AS g ON g.cluster_id = h.cluster_id
)
SELECT
  b.cluster_id,
  b.chunk_id,
  b.subrecord_id,
  cast((row_number() OVER (
      PARTITION BY b.chunk_id
      ORDER BY md5(concat($seed, ':', cast(b.subrecord_id AS text))), b.subrecord_id
    ) - 1 + a.start) % nullif(b.size, 0) AS bigint) AS slot,
  CASE WHEN g.cluster_id IS NULL THEN b.chunk_id ELSE 0 END AS turn
FROM subs AS b
JOIN starts AS a ON a.chunk_id = b.chunk_id
LEFT JOIN tight AS g ON g.cluster_id = b.cluster_id

-- name: fill_order
-- In which order are the records of a cluster filled, for each chunk (turn) anew or (turn 0) for all chunks alike?
-- in:  placed (cluster_id, turn), records_to_fill (cluster_id, record_number)
-- out: cluster_id, turn, slot (from 0), record_number
SELECT
  t.cluster_id,
  t.turn,
  row_number() OVER (
    PARTITION BY t.cluster_id, t.turn
    ORDER BY md5(concat($seed, ':place:', cast(t.turn AS text), ':', cast(p.record_number AS text))), p.record_number
  ) - 1 AS slot,
  p.record_number
FROM (SELECT DISTINCT x.cluster_id, x.turn FROM placed AS x) AS t
JOIN records_to_fill AS p ON p.cluster_id = t.cluster_id

-- name: record_rows
-- The rows that the record chunks give.
-- in:  subrecords (subrecord_id, item), placed (cluster_id, subrecord_id, slot, turn),
--      fill_order (cluster_id, turn, slot, record_number)
-- out: record_number, item
SELECT q.record_number, s.item
FROM subrecords AS s
JOIN placed AS b ON b.subrecord_id = s.subrecord_id
JOIN fill_order AS q ON q.cluster_id = b.cluster_id AND q.turn = b.turn AND q.slot = b.slot
