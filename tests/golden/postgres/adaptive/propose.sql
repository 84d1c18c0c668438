-- name: general_labels
SELECT DISTINCT
  o.group_id,
  o.node
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "steps" AS s
    WHERE
      s.node = o.node
  )
  AND NOT EXISTS(
    SELECT
      1
    FROM "closed" AS c
    WHERE
      c.group_id = o.group_id AND c.node = o.node
  )

-- name: specialized
SELECT
  11 AS kind,
  o.group_id,
  1 AS part,
  o.record_id,
  o.item,
  CASE WHEN l.node IS NULL THEN o.node ELSE s.child END AS node
FROM "occurrences" AS o
LEFT JOIN "labels" AS l
  ON l.group_id = o.group_id AND l.node = o.node
LEFT JOIN "steps" AS s
  ON s.item = o.item AND s.node = o.node
WHERE
  EXISTS(
    SELECT
      1
    FROM "labels" AS g
    WHERE
      g.group_id = o.group_id
  )

-- name: costliest_labels
SELECT
  k.group_id,
  k.node
FROM (
  SELECT
    c.group_id,
    c.node,
    ROW_NUMBER() OVER (PARTITION BY c.group_id ORDER BY c.cost DESC NULLS LAST, c.node) AS rank
  FROM (
    SELECT
      o.group_id,
      o.node,
      SUM(n.price) AS cost
    FROM "occurrences" AS o
    JOIN "nodes" AS n
      ON n.node = o.node
    WHERE
      EXISTS(
        SELECT
          1
        FROM "labels" AS l
        WHERE
          l.group_id = o.group_id AND l.node = o.node
      )
    GROUP BY
      o.group_id,
      o.node
  ) AS c
) AS k
WHERE
  k.rank = 1

-- name: signatures
SELECT
  r.group_id,
  r.record_id,
  COALESCE(k.signature, '') AS signature
FROM (
  SELECT DISTINCT
    o.group_id,
    o.record_id
  FROM "occurrences" AS o
  WHERE
    EXISTS(
      SELECT
        1
      FROM "picked" AS g
      WHERE
        g.group_id = o.group_id
    )
) AS r
LEFT JOIN (
  SELECT
    c.record_id,
    STRING_AGG(CAST(c.child AS TEXT), ','
    ORDER BY
      c.child) AS signature
  FROM (
    SELECT DISTINCT
      o.record_id,
      s.child
    FROM "occurrences" AS o
    JOIN "picked" AS p
      ON p.group_id = o.group_id AND p.node = o.node
    JOIN "steps" AS s
      ON s.item = o.item AND s.node = o.node
  ) AS c
  GROUP BY
    c.record_id
) AS k
  ON k.record_id = r.record_id

-- name: small_parts
SELECT DISTINCT
  h.group_id,
  h.signature
FROM (
  SELECT DISTINCT
    s.group_id,
    s.signature,
    o.item
  FROM "signatures" AS s
  JOIN "occurrences" AS o
    ON o.record_id = s.record_id
  WHERE
    EXISTS(
      SELECT
        1
      FROM "limits" AS x
      WHERE
        x.item = o.item
    )
) AS h
JOIN "limits" AS l
  ON l.item = h.item
JOIN (
  SELECT
    c.group_id,
    c.signature,
    COUNT(*) AS records
  FROM "signatures" AS c
  GROUP BY
    c.group_id,
    c.signature
) AS n
  ON n.group_id = h.group_id AND n.signature = h.signature
WHERE
  n.records * l.limit_num < l.limit_den

-- name: divided
SELECT
  11 AS kind,
  o.group_id,
  p.part,
  o.record_id,
  o.item,
  CASE WHEN l.node IS NULL THEN o.node ELSE s.child END AS node
FROM "occurrences" AS o
JOIN "parts" AS p
  ON p.record_id = o.record_id
LEFT JOIN "labels" AS l
  ON l.group_id = o.group_id AND l.node = o.node
LEFT JOIN "steps" AS s
  ON s.item = o.item AND s.node = o.node
WHERE
  EXISTS(
    SELECT
      1
    FROM (
      SELECT
        k.group_id
      FROM "parts" AS k
      GROUP BY
        k.group_id
      HAVING
        MIN(k.part) < MAX(k.part)
    ) AS several
    WHERE
      several.group_id = o.group_id
  )
