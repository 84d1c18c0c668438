-- name: frequent_items
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY f.item NULLS LAST) AS INT) AS set_id,
  f.item,
  f.support,
  CAST(f.item AS STRING) AS content
FROM (
  SELECT
    t.item,
    CAST(COUNT(*) AS INT) AS support
  FROM `transactions` AS t
  GROUP BY
    t.item
  HAVING
    COUNT(*) >= 11
) AS f

-- name: frequent_sets
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY g.parent_id NULLS LAST, g.item NULLS LAST) AS INT) AS set_id,
  g.parent_id,
  g.item,
  g.support,
  CONCAT(COALESCE(f.content, ''), ',', COALESCE(CAST(g.item AS STRING), '')) AS content
FROM (
  SELECT
    o.set_id AS parent_id,
    r.item,
    CAST(COUNT(*) AS INT) AS support
  FROM `occurrences` AS o
  JOIN `rows_left` AS r
    ON r.record_id = o.record_id AND r.item > o.last
  GROUP BY
    o.set_id,
    r.item
  HAVING
    COUNT(*) >= 11
) AS g
JOIN `frequent` AS f
  ON f.set_id = g.parent_id

-- name: association_rules
SELECT
  k.known,
  k.item
FROM (
  SELECT
    f.set_id,
    f.support,
    m.item,
    LISTAGG(CAST(n.item AS STRING), ',') WITHIN GROUP (ORDER BY
      n.item NULLS LAST) AS known
  FROM `frequent` AS f
  JOIN `members` AS m
    ON m.set_id = f.set_id
  JOIN `members` AS n
    ON n.set_id = f.set_id AND n.item <> m.item
  GROUP BY
    f.set_id,
    f.support,
    m.item
) AS k
JOIN `smaller` AS s
  ON s.content = k.known
WHERE
  CAST(k.support AS BIGINT) * 12 >= CAST(s.support AS BIGINT) * 11
