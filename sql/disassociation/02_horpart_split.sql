-- HORPART, one level: every group that is too large is split once. Repeated until no such group is left.
-- Which items can split a group and are worth most; by which of them each record leaves its group; which parts that
-- makes, none of fewer than $min_records records; which record is in which part. Then horpart_start/settled keeps the parts
-- that are small enough. The next level starts with the rows of the others (next_open_rows, or next_splitting_rows,
-- which also leaves out items that can split nothing any more).
-- Terrovitis et al., section 4, algorithm HORPART, lines 3 to 6.
-- phase: splitting groups of records by an item

-- name: splitting_items
-- Which items can split which group, or a part of it later on? Enough records of the group hold it, and enough do not.
-- An item is worth the pairs with others that its records hold (counted up to 2^31 - 1): so many the split keeps
-- together. Those worth nearly as much as the worthiest one ($percent of it) may split the group now. An item that the
-- group was split off by is held by all of it, or by all but a few that had to join: it is none of them.
-- in:  open_rows (distinct_id, group_id, item, records, pairs), group_splits (part_id, size)
-- out: group_id, item, worth, turn (1: now, 0: later)
-- Terrovitis et al., algorithm HORPART, lines 3 and 6
SELECT
  w.group_id,
  w.item,
  w.worth,
  CASE WHEN w.weight >= w.most - w.most // 100 * (100 - $percent) THEN 1 ELSE 0 END AS turn
FROM (
  SELECT v.group_id, v.item, v.worth, v.weight, max(v.weight) OVER (PARTITION BY v.group_id) AS most
  FROM (
    SELECT s.group_id, s.item, s.worth, pair(s.worth, highest_number() - s.item) AS weight
    FROM (
      SELECT
        o.group_id,
        o.item,
        cast(sum(o.records) AS integer) AS support,
        cast(least(sum(cast(o.records AS bigint) * o.pairs), highest_number()) AS bigint) AS worth
      FROM open_rows AS o
      GROUP BY o.group_id, o.item
      HAVING sum(o.records) >= $min_records
    ) AS s
    JOIN (SELECT DISTINCT f.part_id, f.size FROM group_splits AS f) AS g
      ON g.part_id = s.group_id AND s.support <= g.size - $min_records
  ) AS v
) AS w

-- name: choices
-- By which of its items would each distinct record leave its group? Of those that it holds and that may split the group
-- now, by the one that is worth most. (The weight is made of the record's own item: made of columns of splitting alone,
-- DuckDB would first count all of open_rows by group, item and kind.)
-- in:  open_rows (distinct_id, group_id, item), placed (distinct_id, group_id, records, size),
--      splitting (group_id, item, worth, turn)
-- out: distinct_id, group_id, records, weight (worth, then the smaller item number; 0: no item of the record may split)
-- Terrovitis et al., algorithm HORPART, lines 3 and 4
SELECT p.distinct_id, p.group_id, p.records, coalesce(c.weight, 0) AS weight
FROM placed AS p
LEFT JOIN (
  SELECT r.distinct_id, max(pair(s.worth, highest_number() - r.item)) AS weight
  FROM open_rows AS r
  JOIN splitting AS s ON s.group_id = r.group_id AND s.item = r.item AND s.turn = 1
  GROUP BY r.distinct_id
) AS c ON c.distinct_id = p.distinct_id
WHERE p.size >= $cluster_size

-- name: group_splits
-- What becomes of the records of a group that chose the same item? Enough of them are a part of their own. The others
-- are what is left of the group: a part if they are enough or if nothing split off, otherwise they join the part of the
-- item that is worth least.
-- in:  choices (group_id, records, weight)
-- out: group_id, weight, part_id (numbered from $first), size (of the part; negative where nothing can split it)
SELECT
  p.group_id,
  p.weight,
  cast(dense_rank() OVER (ORDER BY p.group_id, p.part DESC) + $first - 1 AS integer) AS part_id,
  cast(
    CASE WHEN p.lowest IS NULL THEN -1 ELSE 1 END * sum(p.records) OVER (PARTITION BY p.group_id, p.part) AS integer
  ) AS size
FROM (
  SELECT
    t.group_id,
    t.weight,
    t.records,
    t.lowest,
    CASE WHEN t.enough = 1 THEN t.weight WHEN t.rest < $min_records THEN coalesce(t.lowest, 0) ELSE 0 END AS part
  FROM (
    SELECT
      e.group_id,
      e.weight,
      e.records,
      e.enough,
      min(CASE WHEN e.enough = 1 THEN e.weight END) OVER (PARTITION BY e.group_id) AS lowest,
      sum(CASE WHEN e.enough = 1 THEN 0 ELSE e.records END) OVER (PARTITION BY e.group_id) AS rest
    FROM (
      SELECT
        c.group_id,
        c.weight,
        sum(c.records) AS records,
        CASE WHEN c.weight > 0 AND sum(c.records) >= $min_records THEN 1 ELSE 0 END AS enough
      FROM choices AS c
      GROUP BY c.group_id, c.weight
    ) AS e
  ) AS t
) AS p

-- name: record_groups
-- Which distinct record goes to which part of its group?
-- in:  choices (distinct_id, group_id, records, weight), group_splits (group_id, weight, part_id, size)
-- out: distinct_id, group_id (now the part), records, size (of the part; negative where nothing can split it)
SELECT c.distinct_id, f.part_id AS group_id, c.records, f.size
FROM choices AS c
JOIN group_splits AS f ON f.group_id = c.group_id AND f.weight = c.weight

-- name: next_open_rows
-- The items of the distinct records that are in groups which are still too large for a cluster.
-- in:  open_rows (distinct_id, item, records, pairs), placed (distinct_id, group_id, size)
-- out: distinct_id, group_id, item, records, pairs
SELECT r.distinct_id, p.group_id, r.item, r.records, r.pairs
FROM open_rows AS r
JOIN placed AS p ON p.distinct_id = r.distinct_id
WHERE p.size >= $cluster_size

-- name: next_splitting_rows
-- The items of the distinct records that are in groups which are still too large for a cluster. An item that could not
-- split the last group, however rare or frequent the others, can split no part of it either: it is left out.
-- in:  open_rows (distinct_id, group_id, item, records, pairs), placed (distinct_id, group_id, size),
--      splitting (group_id, item)
-- out: distinct_id, group_id, item, records, pairs
SELECT r.distinct_id, p.group_id, r.item, r.records, r.pairs
FROM open_rows AS r
SEMI JOIN splitting AS s ON s.group_id = r.group_id AND s.item = r.item
JOIN placed AS p ON p.distinct_id = r.distinct_id
WHERE p.size >= $cluster_size
