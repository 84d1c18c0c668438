-- Persons, diversity: no more than one in $diversity records, and no more than one in as many persons of a cluster hold a
-- sensitive item. These queries stand in for those of diversity that count records only; all the others serve as they are.
-- Clusters that are joined may have persons in common: of both together more than one in so many may hold an item though
-- not of each. So what is too much is taken out again after a join.
-- phase: spreading persons who hold sensitive items over clusters

-- name: held_items
-- As in diversity: how many records, and how many persons, of its cluster hold a sensitive item, and is that too many?
-- in:  clusters (record_id, cluster_id), sensitive_rows (record_id, item), persons (record_id, person)
-- out: cluster_id, item, holders, size (records), holder_persons, persons, surplus (over 0: too many hold it)
SELECT
  h.cluster_id, h.item, h.holders, n.size, h.holder_persons, n.persons,
  greatest(h.holders * $diversity - n.size, h.holder_persons * $diversity - n.persons) AS surplus
FROM (
  SELECT c.cluster_id, s.item, count(*) AS holders, count(DISTINCT p.person) AS holder_persons
  FROM clusters AS c
  JOIN sensitive_rows AS s ON s.record_id = c.record_id
  JOIN persons AS p ON p.record_id = c.record_id
  GROUP BY c.cluster_id, s.item
) AS h
JOIN (
  SELECT r.cluster_id, count(*) AS size, count(DISTINCT q.person) AS persons
  FROM clusters AS r
  JOIN persons AS q ON q.record_id = r.record_id
  GROUP BY r.cluster_id
) AS n ON n.cluster_id = h.cluster_id

-- name: surplus_rows
-- As in diversity: which occurrences are taken out? All of so many persons, and so many of any, as are too many.
-- in:  held_items (cluster_id, item, holders, size, holder_persons, persons, surplus), clusters (record_id, cluster_id),
--      sensitive_rows (record_id, item), record_lengths (record_id, items, open_items), persons (record_id, person)
-- out: record_id, item
WITH holders AS (
  SELECT
    h.cluster_id, s.item, s.record_id, p.person, n.open_items, n.items,
    h.holders - h.size // $diversity AS surplus_holders,
    h.holder_persons - h.persons // $diversity AS surplus_persons
  FROM held_items AS h
  JOIN clusters AS c ON c.cluster_id = h.cluster_id
  JOIN sensitive_rows AS s ON s.record_id = c.record_id AND s.item = h.item
  JOIN record_lengths AS n ON n.record_id = s.record_id
  JOIN persons AS p ON p.record_id = s.record_id
  WHERE h.surplus > 0
), first_records AS (
  SELECT
    o.cluster_id, o.item, o.person,
    row_number() OVER (
      PARTITION BY o.cluster_id, o.item ORDER BY o.open_items DESC, o.items DESC, o.record_id
    ) AS rank
  FROM (
    SELECT
      f.cluster_id, f.item, f.person, f.record_id, f.open_items, f.items,
      row_number() OVER (
        PARTITION BY f.cluster_id, f.item, f.person ORDER BY f.open_items DESC, f.items DESC, f.record_id
      ) AS turn
    FROM holders AS f
  ) AS o
  WHERE o.turn = 1
)
SELECT r.record_id, r.item
FROM (
  SELECT
    w.record_id, w.item, w.surplus_holders, w.surplus_persons, k.rank AS person_rank,
    row_number() OVER (
      PARTITION BY w.cluster_id, w.item ORDER BY k.rank, w.open_items DESC, w.items DESC, w.record_id
    ) AS rank
  FROM holders AS w
  JOIN first_records AS k ON k.cluster_id = w.cluster_id AND k.item = w.item AND k.person = w.person
) AS r
WHERE r.person_rank <= r.surplus_persons OR r.rank <= r.surplus_holders

-- name: cluster_kinds
-- As in diversity, of persons: which clusters are unfit, and which are large?
-- in:  clusters (record_id, cluster_id), sensitive_rows (record_id, item), record_lengths (record_id, open_items),
--      persons (record_id, person)
-- out: cluster_id, unfit, large (1 or 0)
SELECT
  s.cluster_id,
  CASE WHEN s.persons < $k OR (s.secret > 0 AND (s.persons < $k * $diversity OR s.open = 0)) THEN 1 ELSE 0 END AS unfit,
  CASE WHEN s.persons >= $k * $diversity AND s.open > 0 THEN 1 ELSE 0 END AS large
FROM (
  SELECT
    c.cluster_id,
    count(DISTINCT p.person) AS persons,
    count(h.record_id) AS secret,
    sum(CASE WHEN n.record_id IS NULL OR n.open_items > 0 THEN 1 ELSE 0 END) AS open
  FROM clusters AS c
  JOIN persons AS p ON p.record_id = c.record_id
  LEFT JOIN (SELECT DISTINCT r.record_id FROM sensitive_rows AS r) AS h ON h.record_id = c.record_id
  LEFT JOIN record_lengths AS n ON n.record_id = c.record_id
  GROUP BY c.cluster_id
) AS s
