-- A disassociated release where k counts persons: are k persons in each simple cluster and behind each set of a chunk?
-- Whose the subrecords are its owner knows: by the ledger, which has the source's record of each row of a subrecord, and the
-- simple cluster that each record is released in, and by the persons of the source. First whose subrecords and clusters these
-- are, and whether the ledger is that of this release (misfits); ghosts are nobody's. Then clusters of too few persons
-- (small_clusters), items and sets of chunks (bad_singles, bad_sets), and equal subrecords for Property 1 (alike).
-- Terrovitis et al., section 5, for records; for persons it is ours.
-- phase: recounting the persons of clusters and chunks

-- name: ledger_rows
-- Which record of the source is behind which row of which subrecord, as a ledger tells?
-- in:  ledger (record_id, item, action, cause), subrecords (cluster_id, chunk_id, subrecord_id)
-- out: subrecord_id, item, record_id
SELECT n.subrecord_id, l.item, l.record_id
FROM ledger AS l
JOIN (
  SELECT
    s.subrecord_id,
    concat(
      'cluster ', cast(s.cluster_id AS text), ', chunk ', cast(s.chunk_id AS text), ', subrecord ', cast(s.subrecord_id AS text)
    ) AS name
  FROM (SELECT DISTINCT r.cluster_id, r.chunk_id, r.subrecord_id FROM subrecords AS r) AS s
) AS n ON n.name = l.cause
WHERE l.action IN ('record chunk', 'shared chunk')

-- name: subrecords
-- Whose is each subrecord? A subrecord of nobody is a ghost, and is none here.
-- in:  ledger_rows (subrecord_id, record_id), persons (record_id, person)
-- out: subrecord_id, person
SELECT DISTINCT r.subrecord_id, p.person
FROM ledger_rows AS r
JOIN persons AS p ON p.record_id = r.record_id

-- name: records
-- Whose are the records of each simple cluster?
-- in:  ledger (record_id, action, label), persons (record_id, person), clusters (cluster_id, kind)
-- out: cluster_id, record_id, person
SELECT c.cluster_id, l.record_id, p.person
FROM ledger AS l
JOIN clusters AS c ON c.kind = 'simple' AND cast(c.cluster_id AS text) = l.label
JOIN persons AS p ON p.record_id = l.record_id
WHERE l.action = 'released'

-- name: misfits
-- Where is a ledger, or a source, not that of this release?
-- Rows of subrecords that the ledger has elsewhere or not at all (in a subrecord of which it has others; without ghosts
-- ($ghosts is 0) in any), and rows that only the ledger has; subrecords of two records, two subrecords of a chunk of one, and
-- subrecords in clusters that are not over that of their record; clusters with other records than they should have.
-- in:  ledger (action), ledger_rows (subrecord_id, item, record_id), subrecords (cluster_id, chunk_id, subrecord_id, item),
--      records (cluster_id, record_id), clusters (cluster_id, kind, size), above (cluster_id, upper_id)
-- out: faults
WITH known AS (
  SELECT DISTINCT l.subrecord_id, l.record_id FROM ledger_rows AS l
), released AS (
  SELECT DISTINCT s.subrecord_id, s.chunk_id, s.cluster_id FROM subrecords AS s
), all_rows AS (
  SELECT s.subrecord_id, s.item, 1 AS released, 0 AS told FROM subrecords AS s
  UNION ALL
  SELECT l.subrecord_id, l.item, 0 AS released, 1 AS told FROM ledger_rows AS l
)
SELECT
  (SELECT count(*) FROM ledger AS l WHERE l.action IN ('record chunk', 'shared chunk'))
  - (SELECT count(*) FROM ledger_rows AS m)
  + (
    SELECT count(*)
    FROM (
      SELECT a.subrecord_id, a.item, max(CASE WHEN k.subrecord_id IS NULL THEN 0 ELSE 1 END) AS known
      FROM all_rows AS a
      LEFT JOIN (SELECT DISTINCT n.subrecord_id FROM known AS n) AS k ON k.subrecord_id = a.subrecord_id
      GROUP BY a.subrecord_id, a.item
      HAVING sum(a.released) <> 1 OR sum(a.told) <> 1
    ) AS f
    WHERE f.known = 1 OR $ghosts = 0
  )
  + (SELECT count(*) FROM (SELECT k.subrecord_id FROM known AS k GROUP BY k.subrecord_id HAVING count(*) > 1) AS f)
  + (
    SELECT count(*)
    FROM (
      SELECT r.chunk_id, k.record_id
      FROM known AS k
      JOIN released AS r ON r.subrecord_id = k.subrecord_id
      GROUP BY r.chunk_id, k.record_id
      HAVING count(*) > 1
    ) AS f
  )
  + (
    SELECT count(*)
    FROM known AS k
    JOIN released AS r ON r.subrecord_id = k.subrecord_id
    LEFT JOIN records AS o ON o.record_id = k.record_id
    LEFT JOIN above AS u ON u.cluster_id = o.cluster_id AND u.upper_id = r.cluster_id
    WHERE u.cluster_id IS NULL
  )
  + (
    SELECT count(*)
    FROM clusters AS c
    LEFT JOIN (
      SELECT o.cluster_id, count(*) AS size FROM records AS o GROUP BY o.cluster_id
    ) AS n ON n.cluster_id = c.cluster_id
    WHERE c.kind = 'simple' AND coalesce(n.size, 0) <> c.size
  ) AS faults

-- name: small_clusters
-- How many simple clusters have records of fewer than $k persons, how many persons has the smallest, and how many are there?
-- in:  records (cluster_id, person)
-- out: faults, smallest, n_persons
SELECT
  count(*) FILTER (WHERE n.n_persons < $k) AS faults,
  coalesce(min(n.n_persons), 0) AS smallest,
  (SELECT count(DISTINCT o.person) FROM records AS o) AS n_persons
FROM (
  SELECT r.cluster_id, count(DISTINCT r.person) AS n_persons FROM records AS r GROUP BY r.cluster_id
) AS n

-- name: coded
-- The rows of subrecords that are of somebody; an item is told apart by its chunk.
-- in:  subrecords (chunk_id, subrecord_id, item), nodes (node_id, chunk_id, item), owners (subrecord_id)
-- out: record_id (the subrecord), item
SELECT s.subrecord_id AS record_id, n.node_id AS item
FROM subrecords AS s
JOIN nodes AS n ON n.chunk_id = s.chunk_id AND n.item = s.item
SEMI JOIN owners AS o ON o.subrecord_id = s.subrecord_id

-- name: bad_singles
-- Which chunks hold an item that fewer than k persons hold?
-- in:  coded (record_id, item), owners (subrecord_id, person), nodes (node_id, chunk_id)
-- out: chunk_id
SELECT DISTINCT n.chunk_id
FROM (
  SELECT c.item
  FROM coded AS c
  JOIN owners AS o ON o.subrecord_id = c.record_id
  GROUP BY c.item
  HAVING count(DISTINCT o.person) < $k
) AS i
JOIN nodes AS n ON n.node_id = i.item

-- name: bad_sets
-- Which chunks hold one of these larger sets, which fewer than k persons hold (km_persons/rare_sets)?
-- in:  rare_sets (item: the last of the set), nodes (node_id, chunk_id)
-- out: chunk_id
SELECT DISTINCT n.chunk_id
FROM rare_sets AS s
JOIN nodes AS n ON n.node_id = s.item

-- name: alike
-- How many persons have subrecords with the same items, chunk by chunk?
-- in:  transactions (record_id, item, weight), nodes (node_id, chunk_id)
-- out: chunk_id, weight
SELECT DISTINCT n.chunk_id, t.weight
FROM transactions AS t
JOIN nodes AS n ON n.node_id = t.item
