-- A few records as they were in the source and as they are in the release, for the data's owner alone.
-- 1. What became of each item of each record: from a release whose records are known, from labels that stand for the same
--    item everywhere, or from a ledger. 2. How much each record lost. 3. All records in the order of that; a few of them.
-- Reads transactions, items, and what published_labels made; losses are whole numbers, so that the order is the same on
-- every engine.
-- phase: choosing records to show

-- name: by_release
-- What became of each item, where it is known which record of the release is which? The most special label of the record
-- that may stand for it.
-- in:  transactions (record_id, item), release (record_id, item: label), recoded (item, node),
--      published_nodes (node, label, leaves, depth, is_item)
-- out: record_id, item, released_as (NULL: nothing), part, lost (leaves)
SELECT t.record_id, t.item, b.label AS released_as, '' AS part, coalesce(b.lost, $leaves) AS lost
FROM transactions AS t
LEFT JOIN (
  SELECT
    s.record_id,
    s.item,
    p.label,
    CASE WHEN p.is_item = 1 THEN 0 ELSE p.leaves END AS lost,
    row_number() OVER (PARTITION BY s.record_id, s.item ORDER BY p.depth DESC, p.node) AS rank
  FROM transactions AS s
  JOIN recoded AS r ON r.item = s.item
  JOIN published_nodes AS p ON p.node = r.node
  JOIN release AS l ON l.record_id = s.record_id AND l.item = p.label
) AS b ON b.record_id = t.record_id AND b.item = t.item AND b.rank = 1

-- name: by_label
-- What became of each item, where one label stands for it in all records?
-- in:  transactions (record_id, item), recoded (item, node), published_nodes (node, label, leaves, is_item)
-- out: record_id, item, released_as (NULL: nothing), part, lost (leaves)
SELECT
  t.record_id,
  t.item,
  p.label AS released_as,
  '' AS part,
  CASE WHEN p.is_item = 1 THEN 0 ELSE coalesce(p.leaves, $leaves) END AS lost
FROM transactions AS t
LEFT JOIN recoded AS r ON r.item = t.item
LEFT JOIN published_nodes AS p ON p.node = r.node

-- name: kept_records
-- The rows of a release whose record ids are those of the source, by the numbers of the source.
-- in:  release (record_id, item: label), record_ids (record_id, source_id)
-- out: record_id, item
SELECT d.record_id, r.item
FROM release AS r
JOIN record_ids AS d ON d.source_id = cast(r.record_id AS text)

-- name: partly_suppressed
-- How many labels do fewer records hold than could?
-- in:  published_nodes (node, n), originals (node, holders)
-- out: n
SELECT count(*) AS n FROM published_nodes AS p JOIN originals AS o ON o.node = p.node WHERE p.n < o.holders

-- name: ledger_changes
-- What a ledger says of items: all but the ids that records are released under.
-- in:  ledger (record_id, item, action, label, cause)
-- out: record_id, item, action, label, cause
SELECT l.record_id, l.item, l.action, l.label, l.cause
FROM ledger AS l
WHERE l.action <> 'released'

-- name: changes
-- The rows of a ledger in the numbers of the source.
-- in:  ledger (record_id, item: label, action, label, cause), record_ids (record_id, source_id), items (item, label)
-- out: record_id, item, action, label, cause
SELECT d.record_id, i.item, l.action, l.label, l.cause
FROM ledger AS l
JOIN record_ids AS d ON d.source_id = l.record_id
JOIN items AS i ON i.label = l.item

-- name: by_changes
-- What became of each item, by a ledger of what was generalized and what was suppressed?
-- in:  transactions (record_id, item), items (item, label), changes (record_id, item, action, label),
--      published_nodes (label, leaves)
-- out: record_id, item, released_as (NULL: nothing), part, lost (leaves)
SELECT
  t.record_id,
  t.item,
  CASE WHEN c.action IS NULL THEN i.label WHEN c.action = 'generalized' THEN c.label END AS released_as,
  '' AS part,
  CASE WHEN c.action IS NULL THEN 0 ELSE coalesce(p.leaves, $leaves) END AS lost
FROM transactions AS t
JOIN items AS i ON i.item = t.item
LEFT JOIN changes AS c ON c.record_id = t.record_id AND c.item = t.item
LEFT JOIN published_nodes AS p ON p.label = c.label

-- name: other_labels
-- How many labels do other numbers of records hold than the ledger says?
-- in:  became (record_id, released_as), published_nodes (label, n)
-- out: n
SELECT count(*) AS n
FROM (
  SELECT b.released_as AS label, count(DISTINCT b.record_id) AS n FROM became AS b WHERE b.released_as IS NOT NULL GROUP BY b.released_as
) AS told
FULL JOIN published_nodes AS p ON p.label = told.label
WHERE p.n IS NULL OR told.n IS NULL OR p.n <> told.n

-- name: in_pieces
-- What became of each item, by the ledger of a disassociated release: in which piece is it?
-- in:  changes (record_id, item, action, cause), items (item, label)
-- out: record_id, item, released_as (NULL: nothing), part (the piece), lost
SELECT
  c.record_id,
  c.item,
  CASE WHEN c.action <> 'taken out' THEN i.label END AS released_as,
  CASE WHEN c.action = 'taken out' THEN '' WHEN c.action = 'term chunk' THEN concat('terms, ', c.cause) ELSE c.cause END AS part,
  0 AS lost
FROM changes AS c
JOIN items AS i ON i.item = c.item

-- name: other_pieces
-- How many items of subrecords does a ledger name that are not in the release?
-- in:  changes (item, action, cause), items (item, label), subrecords (cluster_id, chunk_id, subrecord_id, item: label)
-- out: n
SELECT count(*) AS n
FROM changes AS c
JOIN items AS i ON i.item = c.item
LEFT JOIN (
  SELECT
    s.item,
    concat(
      'cluster ', cast(s.cluster_id AS text), ', chunk ', cast(s.chunk_id AS text), ', subrecord ', cast(s.subrecord_id AS text)
    ) AS cause
  FROM subrecords AS s
) AS p ON p.item = i.label AND p.cause = c.cause
WHERE c.action IN ('record chunk', 'shared chunk') AND p.item IS NULL

-- name: losses
-- How much did each record lose?
-- in:  became (record_id, lost), $leaves: all leaves
-- out: record_id, items, lost, whole (what it had)
SELECT b.record_id, count(*) AS items, cast(sum(b.lost) AS bigint) AS lost, count(*) * $leaves AS whole
FROM became AS b
GROUP BY b.record_id

-- name: losses_in_pieces
-- How many pairs of items of each record no longer stand together?
-- in:  became (record_id, released_as, part)
-- out: record_id, items, lost (pairs, in either order), whole (all of them)
SELECT
  g.record_id,
  cast(sum(g.n) AS bigint) AS items,
  cast(sum(g.n) * (sum(g.n) - 1) - sum(g.together * (g.together - 1)) AS bigint) AS lost,
  cast(sum(g.n) * (sum(g.n) - 1) AS bigint) AS whole
FROM (
  SELECT
    b.record_id,
    b.part,
    count(*) AS n,
    CASE WHEN b.part LIKE 'cluster %' THEN count(*) ELSE 0 END AS together
  FROM became AS b
  GROUP BY b.record_id, b.part
) AS g
GROUP BY g.record_id

-- name: ranked
-- All records, those that lost most first; then those with more items, then in the order of the source.
-- in:  losses (record_id, items, lost, whole)
-- out: record_id, loss (0 to 1), rank
SELECT
  r.record_id,
  r.loss,
  row_number() OVER (ORDER BY r.loss DESC, r.items DESC, r.record_id) AS rank
FROM (
  SELECT l.record_id, l.items, coalesce(cast(l.lost AS double) / nullif(l.whole, 0), 0) AS loss FROM losses AS l
) AS r

-- name: listed
-- The records of some places in that order, item by item.
-- in:  ranked (record_id, loss, rank), places (rank), became (record_id, item, released_as, part), items (item, label),
--      record_ids (record_id, source_id)
-- out: rank, source_id, loss, label, released_as, part; ordered
SELECT r.rank, d.source_id, r.loss, i.label, b.released_as, b.part
FROM places AS p
JOIN ranked AS r ON r.rank = p.rank
JOIN record_ids AS d ON d.record_id = r.record_id
JOIN became AS b ON b.record_id = r.record_id
JOIN items AS i ON i.item = b.item
ORDER BY r.rank, i.item
