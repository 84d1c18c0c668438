/* Which record goes to which new group? The few records that are left of a group go with the most frequent of their items */
/* that a part split off by; with the smallest part where they have none. */
/* in:  choices (record_id, group_id, weight), parts (group_id, weight, item, part_id, size), */
/*      remainder_groups (group_id, split, part_id), open_rows (record_id, group_id, item) */
/* out: record_id, group_id, size (of the new group; negative where nothing can split it) */
WITH fates AS (
  SELECT
    c.record_id,
    c.group_id,
    COALESCE(p.part_id, g.part_id) AS part_id,
    COALESCE(g.split, 1) AS split
  FROM "choices" AS c
  LEFT JOIN "parts" AS p
    ON p.group_id = c.group_id AND p.weight = c.weight
  LEFT JOIN "remainder_groups" AS g
    ON g.group_id = CASE WHEN p.part_id IS NULL THEN c.group_id END
), leftovers AS (
  SELECT
    f.record_id,
    f.group_id
  FROM fates AS f
  WHERE
    f.part_id IS NULL
), moved AS (
  SELECT
    f.record_id,
    f.part_id AS group_id,
    f.split
  FROM fates AS f
  WHERE
    NOT f.part_id IS NULL
  UNION ALL
  SELECT
    l.record_id,
    COALESCE(MIN(b.part_id), MAX(s.part_id)) AS group_id,
    1 AS split
  FROM leftovers AS l
  JOIN (
    SELECT
      p.group_id,
      p.part_id,
      ROW_NUMBER() OVER (PARTITION BY p.group_id ORDER BY p.size, p.part_id) AS turn
    FROM "parts" AS p
  ) AS s
    ON s.group_id = l.group_id AND s.turn = 1
  LEFT JOIN (
    SELECT
      o.record_id,
      q.part_id
    FROM "open_rows" AS o
    JOIN leftovers AS x
      ON x.record_id = o.record_id
    JOIN "parts" AS q
      ON q.group_id = o.group_id AND q.item = o.item
  ) AS b
    ON b.record_id = l.record_id
  GROUP BY
    l.record_id
)
SELECT
  m.record_id,
  m.group_id,
  (
    m.split * 2 - 1
  ) * n.size AS size
FROM moved AS m
JOIN (
  SELECT
    x.group_id,
    COUNT(*) AS size
  FROM moved AS x
  GROUP BY
    x.group_id
) AS n
  ON n.group_id = m.group_id
