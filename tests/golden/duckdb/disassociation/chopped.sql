/* How is a group cut that no item splits? In pieces of nearly equal size under the cluster size (no piece has fewer than */
/* $least records), the records in the order of their most frequent items. */
/* in:  remainders (record_id, group_id), remainder_groups (group_id, size, split), open_rows (record_id, group_id, item) */
/* out: record_id, group_id, piece (from 0) */
WITH supports AS (
  SELECT
    r.group_id,
    r.item,
    COUNT(*) AS support
  FROM "open_rows" AS r
  JOIN "remainder_groups" AS g
    ON g.group_id = r.group_id AND g.split = 0
  GROUP BY
    r.group_id,
    r.item
), ordered AS (
  SELECT
    r.record_id,
    r.item,
    ROW_NUMBER() OVER (PARTITION BY r.record_id ORDER BY s.support DESC, r.item) AS place
  FROM "open_rows" AS r
  JOIN supports AS s
    ON s.group_id = r.group_id AND s.item = r.item
), keys AS (
  SELECT
    o.record_id,
    MAX(CASE WHEN o.place = 1 THEN o.item END) AS first_item,
    MAX(CASE WHEN o.place = 2 THEN o.item END) AS second_item,
    MAX(CASE WHEN o.place = 3 THEN o.item END) AS third_item
  FROM ordered AS o
  WHERE
    o.place <= 3
  GROUP BY
    o.record_id
)
SELECT
  n.record_id,
  n.group_id,
  CAST(n.place * GREATEST(1, LEAST(n.size // 12, (
    n.size + 11 - 2
  ) // (
    11 - 1
  ))) // NULLIF(n.size, 0) AS INT) AS piece
FROM (
  SELECT
    r.record_id,
    r.group_id,
    g.size,
    ROW_NUMBER() OVER (
      PARTITION BY r.group_id
      ORDER BY COALESCE(k.first_item, 0), COALESCE(k.second_item, 0), COALESCE(k.third_item, 0), r.record_id
    ) - 1 AS place
  FROM "remainders" AS r
  JOIN "remainder_groups" AS g
    ON g.group_id = r.group_id AND g.split = 0
  LEFT JOIN keys AS k
    ON k.record_id = r.record_id
) AS n
