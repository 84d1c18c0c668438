-- name: splitting_items
SELECT
  w.group_id,
  w.item,
  w.worth,
  CASE WHEN w.weight >= w.most - DIV(w.most, 100) * (
    100 - 12
  ) THEN 1 ELSE 0 END AS turn
FROM (
  SELECT
    v.group_id,
    v.item,
    v.worth,
    v.weight,
    MAX(v.weight) OVER (PARTITION BY v.group_id) AS most
  FROM (
    SELECT
      s.group_id,
      s.item,
      s.worth,
      CAST(s.worth AS BIGINT) * 2147483648 + 2147483647 - s.item AS weight
    FROM (
      SELECT
        o.group_id,
        o.item,
        CAST(SUM(o.records) AS INT) AS support,
        CAST(LEAST(SUM(CAST(o.records AS BIGINT) * o.pairs), 2147483647) AS BIGINT) AS worth
      FROM "open_rows" AS o
      GROUP BY
        o.group_id,
        o.item
      HAVING
        SUM(o.records) >= 11
    ) AS s
    JOIN (
      SELECT DISTINCT
        f.part_id,
        f.size
      FROM "group_splits" AS f
    ) AS g
      ON g.part_id = s.group_id AND s.support <= g.size - 11
  ) AS v
) AS w

-- name: group_splits
SELECT
  p.group_id,
  p.weight,
  CAST(DENSE_RANK() OVER (ORDER BY p.group_id, p.part DESC NULLS LAST) + 11 - 1 AS INT) AS part_id,
  CAST(CASE WHEN p.lowest IS NULL THEN -1 ELSE 1 END * SUM(p.records) OVER (PARTITION BY p.group_id, p.part) AS INT) AS size
FROM (
  SELECT
    t.group_id,
    t.weight,
    t.records,
    t.lowest,
    CASE
      WHEN t.enough = 1
      THEN t.weight
      WHEN t.rest < 12
      THEN COALESCE(t.lowest, 0)
      ELSE 0
    END AS part
  FROM (
    SELECT
      e.group_id,
      e.weight,
      e.records,
      e.enough,
      MIN(CASE WHEN e.enough = 1 THEN e.weight END) OVER (PARTITION BY e.group_id) AS lowest,
      SUM(CASE WHEN e.enough = 1 THEN 0 ELSE e.records END) OVER (PARTITION BY e.group_id) AS rest
    FROM (
      SELECT
        c.group_id,
        c.weight,
        SUM(c.records) AS records,
        CASE WHEN c.weight > 0 AND SUM(c.records) >= 12 THEN 1 ELSE 0 END AS enough
      FROM "choices" AS c
      GROUP BY
        c.group_id,
        c.weight
    ) AS e
  ) AS t
) AS p

-- name: next_splitting_rows
SELECT
  r.distinct_id,
  p.group_id,
  r.item,
  r.records,
  r.pairs
FROM "open_rows" AS r
JOIN "placed" AS p
  ON p.distinct_id = r.distinct_id
WHERE
  p.size >= 11
  AND EXISTS(
    SELECT
      1
    FROM "splitting" AS s
    WHERE
      s.group_id = r.group_id AND s.item = r.item
  )
