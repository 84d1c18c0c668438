-- HORPART, start: all records in one group, and the items that may split it.
-- Records with the same items are treated alike, so one of them (a distinct record) stands for all. Tables made: the
-- distinct records, the group that each is in (one for all), the items of each in open groups, and the groups that are
-- small enough to be clusters.
-- Terrovitis et al., section 4, algorithm HORPART, lines 1 and 2; section 5 (diversity) for sensitive items.
-- phase: grouping equal records

-- name: signatures
-- What tells records with other items apart? How many items they hold, and two sums over these. (Few records with other
-- items have the same: they go together, which is no harm.)
-- in:  transactions (record_id, item)
-- out: record_id, items, total, squares
SELECT
  t.record_id,
  count(*) AS items,
  cast(sum(t.item) AS bigint) AS total,
  cast(sum(cast(t.item AS bigint) * t.item % 1000003) AS bigint) AS squares
FROM transactions AS t
GROUP BY t.record_id

-- name: distinct_records
-- Which distinct records are there? Of those that hold the same items the first stands for all.
-- in:  signatures (record_id, items, total, squares)
-- out: items, total, squares, distinct_id (a record), records
SELECT s.items, s.total, s.squares, min(s.record_id) AS distinct_id, cast(count(*) AS integer) AS records
FROM signatures AS s
GROUP BY s.items, s.total, s.squares

-- name: record_count
-- How many records have an item?
-- in:  distinct_records (records)
-- out: n
SELECT sum(k.records) AS n
FROM distinct_records AS k

-- name: first_group
-- Which distinct records are to be clustered? All, in one group to start with.
-- in:  distinct_records (distinct_id, records)
-- out: distinct_id, group_id, records (that are like it), size (of the group: all $records)
SELECT k.distinct_id, cast(0 AS integer) AS group_id, k.records, cast($records AS integer) AS size
FROM distinct_records AS k

-- name: first_split
-- The first group, in the form of groups that split off.
-- in:  $records: the size
-- out: part_id, size
SELECT cast(0 AS integer) AS part_id, cast($records AS integer) AS size

-- name: open_rows
-- Which items may split the first group? All but the sensitive ones. And how many pairs with such an item does each record
-- hold: as many as it has other items ($by_pairs is 1), or is each record to count once (0)?
-- in:  transactions (record_id, item), distinct_records (items, distinct_id, records), sensitive (item)
-- out: distinct_id, group_id, item, records, pairs (of one record)
-- Terrovitis et al., section 5 (diversity)
SELECT
  k.distinct_id,
  cast(0 AS integer) AS group_id,
  t.item,
  k.records,
  cast(CASE WHEN $by_pairs = 1 THEN k.items - 1 - coalesce(h.items, 0) ELSE 1 END AS integer) AS pairs
FROM transactions AS t
JOIN distinct_records AS k ON k.distinct_id = t.record_id
ANTI JOIN sensitive AS s ON s.item = t.item
LEFT JOIN (
  SELECT x.record_id, count(*) AS items
  FROM transactions AS x
  JOIN sensitive AS y ON y.item = x.item
  GROUP BY x.record_id
) AS h ON h.record_id = k.distinct_id

-- name: settled
-- Which distinct records are in a group that is not split any further?
-- in:  placed (distinct_id, group_id, size)
-- out: distinct_id, group_id, size (negative: nothing can split it, however large it is)
SELECT p.distinct_id, p.group_id, p.size
FROM placed AS p
WHERE p.size < $cluster_size
