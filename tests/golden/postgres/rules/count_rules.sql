-- name: sensitive_rows
SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive" AS h
    WHERE
      h.item = t.item
  )

-- name: rows_with_sensitive
SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive_rows" AS h
    WHERE
      h.record_id = t.record_id
  )

-- name: rows_with_sensitive_within
SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive_rows" AS h
    WHERE
      h.record_id = t.record_id
  )
  AND EXISTS(
    SELECT
      1
    FROM "within" AS w
    WHERE
      w.record_id = t.record_id
  )

-- name: first_sets
SELECT
  CAST(k.item + 11 AS INT) AS set_id,
  0 AS parent_id,
  k.item,
  CAST(k.support AS INT) AS support,
  CAST(k.support + 1 AS INT) AS subset_support
FROM (
  SELECT
    t.item,
    COUNT(*) AS support
  FROM "transactions" AS t
  GROUP BY
    t.item
) AS k
WHERE
  EXISTS(
    SELECT
      1
    FROM "rows_with_sensitive" AS l
    WHERE
      l.item = k.item
  )

-- name: rules
SELECT
  c.set_id,
  c.sensitive_item,
  c.support_with_sensitive,
  s.support
FROM (
  SELECT
    CAST(p.rule_id >> 31 AS INT) AS set_id,
    CAST(p.rule_id & 2147483647 AS INT) AS sensitive_item,
    CAST(COUNT(*) AS INT) AS support_with_sensitive
  FROM (
    SELECT
      CAST(o.set_id AS BIGINT) * 2147483648 + h.item AS rule_id
    FROM "occurrences" AS o
    JOIN "sensitive_rows" AS h
      ON h.record_id = o.record_id AND h.item <> o.last
    ORDER BY
      rule_id
  ) AS p
  GROUP BY
    p.rule_id
) AS c
JOIN (
  SELECT
    t.set_id,
    t.support,
    k.items
  FROM "sets" AS t
  LEFT JOIN (
    SELECT
      m.set_id,
      ARRAY_AGG(m.item) AS items
    FROM "members" AS m
    WHERE
      EXISTS(
        SELECT
          1
        FROM "sensitive_rows" AS h
        WHERE
          h.item = m.item
      )
    GROUP BY
      m.set_id
  ) AS k
    ON k.set_id = t.set_id
  OFFSET 0
) AS s
  ON s.set_id = c.set_id
WHERE
  s.items IS NULL OR c.sensitive_item <> ALL(s.items)
