-- name: grown
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY g.prefix_id NULLS LAST, g.item NULLS LAST) AS INT) AS set_id,
  g.prefix_id,
  g.item,
  g.support
FROM (
  SELECT
    o.set_id AS prefix_id,
    r.item,
    COUNT(*) AS support
  FROM `occurrences` AS o
  JOIN `rows` AS r
    ON r.record_id = o.record_id AND r.item > o.item
  GROUP BY
    o.set_id,
    r.item
) AS g
JOIN `sets` AS s
  ON s.set_id = g.prefix_id
WHERE
  g.support < s.support

-- name: keys
SELECT
  LISTAGG(CAST(m.item AS STRING), ',') WITHIN GROUP (ORDER BY
    m.item) AS items
FROM `members` AS m
JOIN `safe` AS s
  ON s.set_id = m.set_id
GROUP BY
  m.set_id

-- name: minimal
WITH parts AS (
  SELECT
    m.set_id,
    d.item,
    LISTAGG(CAST(m.item AS STRING), ',') WITHIN GROUP (ORDER BY
      m.item) AS items
  FROM `members` AS m
  JOIN `members` AS d
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
FROM `sets` AS s
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM parts AS p
    LEFT JOIN `keys` AS k
      ON k.items = p.items
    WHERE
      p.set_id = s.set_id AND k.items IS NULL
  )

-- name: judged
SELECT
  s.set_id,
  s.prefix_id,
  s.item,
  s.support,
  CASE
    WHEN s.support < 13
    THEN 1
    WHEN (
      CAST(COALESCE(j.joint, 0) AS BIGINT) & 2147483647
    ) * CAST(11 AS DECIMAL(38, 0)) > (
      CAST(s.support AS BIGINT) & 2147483647
    ) * CAST(12 AS DECIMAL(38, 0))
    OR (
      SHIFTRIGHT(CAST(COALESCE(j.joint, 0) AS BIGINT), 31)
    ) * CAST(11 AS DECIMAL(38, 0)) > (
      SHIFTRIGHT(CAST(s.support AS BIGINT), 31)
    ) * CAST(12 AS DECIMAL(38, 0))
    THEN 2
    ELSE 0
  END AS fault
FROM `sets` AS s
LEFT JOIN `surest` AS j
  ON j.set_id = s.set_id
