-- A disassociated release: do more than one in $diversity records of a cluster hold a sensitive item?
-- The release does not tell who holds an item of a term chunk; its owner knows, by the source and the ledger. First who
-- holds what (named_rows, ledger_holders), whether that is of this source and this release (ledger_faults, ledger_sizes,
-- unmatched_terms, full_clusters), then the clusters and items with too many holders. Without a ledger: how many term
-- chunks have a sensitive item (sensitive_terms), and which of them are of clusters so small that k holders are too many.
-- phase: recounting who holds sensitive items

-- name: named_rows
-- The occurrences of sensitive items in the source, under the ids and labels that it has.
-- in:  transactions (record_id, item), record_ids (record_id, source_id), items (item, label), sensitive (label)
-- out: record_id (of the source), item (label)
SELECT r.source_id AS record_id, i.label AS item
FROM transactions AS t
JOIN items AS i ON i.item = t.item
SEMI JOIN sensitive AS s ON s.label = i.label
JOIN record_ids AS r ON r.record_id = t.record_id

-- name: ledger_holders
-- Which record of which cluster holds which sensitive item, as a ledger tells?
-- in:  ledger (record_id, item, action, cause), sensitive (label), clusters (cluster_id, kind)
-- out: record_id, cluster_id, item
SELECT l.record_id, c.cluster_id, l.item
FROM ledger AS l
SEMI JOIN sensitive AS s ON s.label = l.item
JOIN clusters AS c ON c.kind = 'simple' AND concat('cluster ', cast(c.cluster_id AS text)) = l.cause
WHERE l.action = 'term chunk'

-- name: ledger_faults
-- How many occurrences of sensitive items does the source have that the ledger does not have once, or the other way
-- round? In a ledger they are in a term chunk, or were taken out.
-- in:  named_rows (record_id, item), holders (record_id, item), ledger (record_id, item, action), sensitive (label)
-- out: faults
SELECT count(*) AS faults
FROM (
  SELECT u.record_id, u.item
  FROM (
    SELECT n.record_id, n.item, 1 AS in_source, 0 AS in_ledger FROM named_rows AS n
    UNION ALL
    SELECT h.record_id, h.item, 0 AS in_source, 1 AS in_ledger FROM holders AS h
    UNION ALL
    SELECT l.record_id, l.item, 0 AS in_source, 1 AS in_ledger
    FROM ledger AS l
    SEMI JOIN sensitive AS s ON s.label = l.item
    WHERE l.action = 'taken out'
  ) AS u
  GROUP BY u.record_id, u.item
  HAVING sum(u.in_source) <> 1 OR sum(u.in_ledger) <> 1
) AS f

-- name: ledger_sizes
-- Where does a ledger have other records in the clusters than a release says? Records that it does not have once in one
-- simple cluster, clusters of another size, and holders who are not in their cluster.
-- in:  ledger (record_id, action, label), holders (record_id, cluster_id), clusters (cluster_id, kind, size)
-- out: faults
WITH places AS (
  SELECT l.record_id, c.cluster_id
  FROM ledger AS l
  LEFT JOIN clusters AS c ON c.kind = 'simple' AND cast(c.cluster_id AS text) = l.label
  WHERE l.action = 'released'
)
SELECT
  (SELECT count(*) FROM (SELECT p.record_id FROM places AS p GROUP BY p.record_id HAVING count(p.cluster_id) <> 1) AS f)
  + (
    SELECT count(*)
    FROM clusters AS c
    LEFT JOIN (SELECT p.cluster_id, count(*) AS records FROM places AS p GROUP BY p.cluster_id) AS n
      ON n.cluster_id = c.cluster_id
    WHERE c.kind = 'simple' AND coalesce(n.records, 0) <> c.size
  )
  + (
    SELECT count(*)
    FROM holders AS h
    LEFT JOIN places AS p ON p.record_id = h.record_id AND p.cluster_id = h.cluster_id
    WHERE p.record_id IS NULL
  ) AS faults

-- name: unmatched_terms
-- How many sensitive terms of a cluster does nobody hold, and how many that somebody holds are no terms of the cluster?
-- in:  terms (cluster_id, item), holders (cluster_id, item), sensitive (label)
-- out: faults
SELECT count(*) AS faults
FROM (
  SELECT u.cluster_id, u.item
  FROM (
    SELECT DISTINCT t.cluster_id, t.item, 1 AS side FROM terms AS t SEMI JOIN sensitive AS s ON s.label = t.item
    UNION ALL
    SELECT DISTINCT h.cluster_id, h.item, 2 AS side FROM holders AS h
  ) AS u
  GROUP BY u.cluster_id, u.item
  HAVING sum(u.side) <> 3
) AS f

-- name: full_clusters
-- How many records are in two clusters, and how many clusters have more holders of sensitive items than records?
-- in:  holders (record_id, cluster_id), clusters (cluster_id, size)
-- out: faults
SELECT count(*) AS faults
FROM (
  SELECT cast(h.record_id AS text) AS one FROM holders AS h GROUP BY h.record_id HAVING min(h.cluster_id) <> max(h.cluster_id)
  UNION ALL
  SELECT cast(c.cluster_id AS text) AS one
  FROM clusters AS c
  JOIN (SELECT o.cluster_id, count(DISTINCT o.record_id) AS records FROM holders AS o GROUP BY o.cluster_id) AS n
    ON n.cluster_id = c.cluster_id
  WHERE n.records > c.size
) AS f

-- name: too_many_holders
-- In how many clusters do too many records hold a sensitive item, item by item?
-- in:  holders (record_id, cluster_id, item), clusters (cluster_id, size)
-- out: faults
SELECT count(*) AS faults
FROM (
  SELECT h.cluster_id, h.item
  FROM holders AS h
  JOIN clusters AS c ON c.cluster_id = h.cluster_id
  GROUP BY h.cluster_id, h.item
  HAVING count(DISTINCT h.record_id) * $diversity > min(c.size)
) AS f

-- name: too_many_persons
-- In how many clusters do too many persons hold a sensitive item, item by item, or would if $k did?
-- in:  holders (record_id, cluster_id, item), persons (record_id, person), records (cluster_id, person): all of a cluster
-- out: faults
SELECT count(*) AS faults
FROM (
  SELECT h.cluster_id, h.item, count(DISTINCT p.person) AS n_holders
  FROM holders AS h
  JOIN persons AS p ON p.record_id = h.record_id
  GROUP BY h.cluster_id, h.item
) AS t
JOIN (
  SELECT r.cluster_id, count(DISTINCT r.person) AS n_persons FROM records AS r GROUP BY r.cluster_id
) AS c ON c.cluster_id = t.cluster_id
WHERE t.n_holders * $diversity > c.n_persons OR c.n_persons < $k * $diversity

-- name: sensitive_terms
-- How many term chunks have which sensitive item, and in how many of these would k holders be too many, so that no possible
-- original had as many?
-- in:  terms (cluster_id, item), sensitive (label), clusters (cluster_id, size)
-- out: n, too_small
SELECT count(*) AS n, count(*) FILTER (WHERE c.size < $k * $diversity) AS too_small
FROM terms AS t
SEMI JOIN sensitive AS s ON s.label = t.item
LEFT JOIN clusters AS c ON c.cluster_id = t.cluster_id

-- name: open_terms
-- The term chunks without sensitive items: no more than one in so many records may hold these, so that they do not fill
-- records that would be empty.
-- in:  terms (cluster_id, item), sensitive (label)
-- out: cluster_id, item
SELECT t.cluster_id, t.item
FROM terms AS t
ANTI JOIN sensitive AS s ON s.label = t.item
