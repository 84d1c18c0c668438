-- name: growing_sets
SELECT
  s.set_id,
  s.parent_id,
  s.item,
  s.support
FROM "sets" AS s
WHERE
  (
    s.support >= 11 AND s.support < s.subset_support
  )
  AND EXISTS(
    SELECT
      1
    FROM "rules" AS r
    WHERE
      r.set_id = s.set_id
  )

-- name: work_ahead
SELECT
  COALESCE(SUM(l.items - 11), 0) AS n
FROM "occurrences" AS o
JOIN "lengths" AS l
  ON l.record_id = o.record_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "sets" AS s
    WHERE
      s.set_id = o.set_id
  )

-- name: occurrences_of_sets
SELECT
  o.record_id,
  o.set_id,
  o.last
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "sets" AS s
    WHERE
      s.set_id = o.set_id
  )

-- name: candidates
WITH possible AS (
  SELECT
    d.grown_id,
    CAST(d.grown_id >> 31 AS INT) AS parent_id,
    CAST(d.grown_id & 2147483647 AS INT) AS item
  FROM (
    SELECT DISTINCT
      e.grown_id
    FROM (
      SELECT
        CAST(o.set_id AS BIGINT) * 2147483648 + t.item AS grown_id
      FROM "occurrences" AS o
      JOIN "rows_with_sensitive" AS t
        ON t.record_id = o.record_id AND t.item < o.last
      ORDER BY
        grown_id
    ) AS e
  ) AS d
)
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY k.grown_id) + 11 AS INT) AS set_id,
  CAST(k.grown_id >> 31 AS INT) AS parent_id,
  CAST(k.grown_id & 2147483647 AS INT) AS item,
  CAST(k.grown_id >> 31 AS BIGINT) * 3000000019 + (
    k.grown_id & 2147483647
  ) AS place,
  k.subset_support
FROM (
  SELECT
    c.grown_id,
    CAST(MIN(LEAST(g.support, p.support)) AS INT) AS subset_support
  FROM possible AS c
  JOIN "sets" AS p
    ON p.set_id = c.parent_id
  JOIN "members" AS m
    ON m.set_id = c.parent_id
  JOIN "sets" AS g
    ON CAST(g.parent_id AS BIGINT) * 3000000019 + g.item = CAST(m.sub_id AS BIGINT) * 3000000019 + c.item
  GROUP BY
    c.grown_id
  HAVING
    COUNT(*) = 12
) AS k

-- name: grown_sets
SELECT
  k.set_id,
  k.parent_id,
  k.item,
  k.place,
  c.support,
  k.subset_support
FROM "candidates" AS k
JOIN (
  SELECT
    g.set_id,
    CAST(COUNT(*) AS INT) AS support
  FROM (
    SELECT
      o.set_id
    FROM "occurrences" AS o
    ORDER BY
      o.set_id
  ) AS g
  GROUP BY
    g.set_id
) AS c
  ON c.set_id = k.set_id
WHERE
  c.support < k.subset_support OR 11
