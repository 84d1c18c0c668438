-- Safe disassociation, partial suppression: no item gets rarer, but all items of a chunk come together less often.
-- The subrecords to suppress in, of those that hold all items; the items in pairs; each pair is taken out of one of
-- these subrecords (suppressions, kept_rows) and goes to two new subrecords of no record, the ghosts.
-- Awad et al., section 4.1, rules 1 to 4.
-- phase: suppressing covered items in part

-- name: still_exposed
-- Which chunks still have items to link: not those that other chunks have since been taken from?
-- in:  covered_chunks (cluster_id, chunk, items, suppressions), exposed_items (cluster_id, chunk)
-- out: cluster_id, chunk, items, suppressions
SELECT c.cluster_id, c.chunk, c.items, c.suppressions
FROM covered_chunks AS c
SEMI JOIN exposed_items AS x ON x.cluster_id = c.cluster_id AND x.chunk = c.chunk

-- name: picked
-- From which subrecords is a pair suppressed? So many as there are pairs, at random, of those that hold all items.
-- in:  open_rows (cluster_id, chunk, record_id, item), covered_chunks (cluster_id, chunk, items, suppressions)
-- out: cluster_id, chunk, record_id, rank (from 1)
-- Awad et al., section 4.1, rule 3a
SELECT o.cluster_id, o.chunk, o.record_id, o.rank
FROM (
  SELECT
    r.cluster_id, r.chunk, r.record_id, c.suppressions,
    row_number() OVER (
      PARTITION BY r.cluster_id, r.chunk
      ORDER BY
        md5(concat($key, ':pick:', cast(r.cluster_id AS text), ':', cast(r.chunk AS text), ':', cast(r.record_id AS text))),
        r.record_id
    ) AS rank
  FROM open_rows AS r
  JOIN covered_chunks AS c ON c.cluster_id = r.cluster_id AND c.chunk = r.chunk
  GROUP BY r.cluster_id, r.chunk, r.record_id, c.suppressions, c.items
  HAVING count(*) = c.items
) AS o
WHERE o.rank <= o.suppressions

-- name: pairs
-- How are the items of a chunk paired, at random, and which of the two ghosts does each go to?
-- in:  open_rows (cluster_id, chunk, item), covered_chunks (cluster_id, chunk)
-- out: cluster_id, chunk, item, pair (from 1; the last has one item where their number is odd), ghost (1 or 2)
-- Awad et al., section 4.1, rules 1 and 3b
SELECT o.cluster_id, o.chunk, o.item, (o.rank + 1) // 2 AS pair, 2 - o.rank % 2 AS ghost
FROM (
  SELECT
    r.cluster_id, r.chunk, r.item,
    row_number() OVER (
      PARTITION BY r.cluster_id, r.chunk
      ORDER BY
        md5(concat($key, ':pair:', cast(r.cluster_id AS text), ':', cast(r.chunk AS text), ':', cast(r.item AS text))),
        r.item
    ) AS rank
  FROM (SELECT DISTINCT d.cluster_id, d.chunk, d.item FROM open_rows AS d) AS r
  JOIN covered_chunks AS c ON c.cluster_id = r.cluster_id AND c.chunk = r.chunk
) AS o

-- name: suppressions
-- What is suppressed: each pair in the subrecord that was picked for it.
-- in:  pairs (cluster_id, chunk, item, pair), picked (cluster_id, chunk, record_id, rank)
-- out: record_id, cluster_id, item
-- Awad et al., section 4.1, rule 3a
SELECT p.record_id, q.cluster_id, q.item
FROM pairs AS q
JOIN picked AS p ON p.cluster_id = q.cluster_id AND p.chunk = q.chunk AND p.rank = q.pair

-- name: kept_rows
-- The rows without those that are suppressed.
-- in:  rows (record_id, cluster_id, item), suppressions (record_id, cluster_id, item)
-- out: record_id, cluster_id, item
SELECT r.record_id, r.cluster_id, r.item
FROM rows AS r
ANTI JOIN suppressions AS s ON s.record_id = r.record_id AND s.cluster_id = r.cluster_id AND s.item = r.item

-- name: ghosts
-- The ghosts: subrecords of no record (their numbers are negative) with the items that were suppressed elsewhere.
-- in:  pairs (cluster_id, chunk, item, ghost), chunks (cluster_id, item)
-- out: record_id, cluster_id, item
SELECT cast(-q.ghost AS integer) AS record_id, q.cluster_id, q.item
FROM pairs AS q
JOIN chunks AS c ON c.cluster_id = q.cluster_id AND c.item = q.item
