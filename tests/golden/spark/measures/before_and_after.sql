-- name: sensitive_items
SELECT
  i.label,
  i.support AS n_before,
  COALESCE(r.n, 0) AS n_after
FROM `items` AS i
SEMI JOIN `sensitive` AS s
  ON s.item = i.item
LEFT JOIN (
  SELECT
    item,
    COUNT(*) AS n
  FROM `release` AS release
  GROUP BY
    item
) AS r
  ON r.item = i.label
ORDER BY
  i.support - COALESCE(r.n, 0) DESC,
  i.label NULLS LAST
LIMIT 11

-- name: sensitive_by_length
SELECT
  b.length,
  COUNT(*) AS n_before,
  COUNT(r.record_id) AS n_after
FROM (
  SELECT
    t.record_id,
    i.label,
    CASE WHEN c.n > 20 THEN 21 WHEN c.n > 10 THEN 11 WHEN c.n > 5 THEN 6 ELSE 1 END AS length
  FROM `transactions` AS t
  SEMI JOIN `sensitive` AS s
    ON s.item = t.item
  JOIN `items` AS i
    ON i.item = t.item
  JOIN (
    SELECT
      record_id,
      COUNT(*) AS n
    FROM `transactions` AS transactions
    GROUP BY
      record_id
  ) AS c
    ON c.record_id = t.record_id
) AS b
LEFT JOIN `release` AS r
  ON r.record_id = b.record_id AND r.item = b.label
GROUP BY
  b.length
ORDER BY
  b.length NULLS LAST

-- name: frequent_items
SELECT
  item,
  label,
  support
FROM `items` AS items
WHERE
  support >= 11
ORDER BY
  support DESC,
  item NULLS LAST
LIMIT 12

-- name: frequent_pairs
SELECT
  x.label AS one,
  y.label AS other,
  p.n AS support
FROM (
  SELECT
    a.item AS one,
    b.item AS other,
    COUNT(*) AS n
  FROM (
    SELECT
      t.record_id,
      t.item
    FROM `transactions` AS t
    SEMI JOIN `frequent` AS f
      ON f.item = t.item
  ) AS a
  JOIN (
    SELECT
      t.record_id,
      t.item
    FROM `transactions` AS t
    SEMI JOIN `frequent` AS f
      ON f.item = t.item
  ) AS b
    ON b.record_id = a.record_id AND b.item > a.item
  GROUP BY
    a.item,
    b.item
) AS p
JOIN `frequent` AS x
  ON x.item = p.one
JOIN `frequent` AS y
  ON y.item = p.other
ORDER BY
  p.n DESC,
  x.label NULLS LAST,
  y.label NULLS LAST
LIMIT 11
