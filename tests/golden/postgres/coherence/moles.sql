-- name: keys
SELECT
  STRING_AGG(CAST(m.item AS TEXT), ','
  ORDER BY
    m.item NULLS FIRST) AS items
FROM "members" AS m
JOIN "safe" AS s
  ON s.set_id = m.set_id
GROUP BY
  m.set_id

-- name: minimal
WITH parts AS (
  SELECT
    m.set_id,
    d.item,
    STRING_AGG(CAST(m.item AS TEXT), ','
    ORDER BY
      m.item NULLS FIRST) AS items
  FROM "members" AS m
  JOIN "members" AS d
    ON d.set_id = m.set_id AND d.item <> m.item
  GROUP BY
    m.set_id,
    d.item
)
SELECT
  s.set_id,
  s.prefix_id,
  s.item,
  s.support
FROM "sets" AS s
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM parts AS p
    LEFT JOIN "keys" AS k
      ON k.items = p.items
    WHERE
      p.set_id = s.set_id AND k.items IS NULL
  )
