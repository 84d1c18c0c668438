-- name: numbered_release
SELECT
  CAST(DENSE_RANK() OVER (ORDER BY r.record_id NULLS LAST) AS INT) AS record_id,
  i.item
FROM `release` AS r
JOIN `items` AS i
  ON i.label = r.item

-- name: frequent_parts
SELECT
  r.draw,
  r.record_id,
  LISTAGG(CAST(r.item AS STRING), ',') WITHIN GROUP (ORDER BY
    r.item NULLS LAST) AS items
FROM `rows` AS r
SEMI JOIN `frequent` AS f
  ON f.item = r.item
GROUP BY
  r.draw,
  r.record_id

-- name: distinct_records
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY d.draw NULLS LAST, d.record_id NULLS LAST) AS INT) AS distinct_id,
  d.draw,
  d.record_id,
  d.original,
  d.released
FROM (
  SELECT
    p.draw,
    p.record_id,
    CAST(SUM(1 - p.draw) OVER (PARTITION BY p.items) AS INT) AS original,
    CAST(SUM(p.draw) OVER (PARTITION BY p.items) AS INT) AS released,
    ROW_NUMBER() OVER (PARTITION BY p.items ORDER BY p.draw NULLS LAST, p.record_id NULLS LAST) AS rank
  FROM `frequent_parts` AS p
) AS d
WHERE
  d.rank = 1

-- name: larger_sets
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY g.parent_id NULLS LAST, g.item NULLS LAST) AS INT) AS set_id,
  g.parent_id,
  g.item,
  g.original,
  g.released
FROM (
  SELECT
    o.set_id AS parent_id,
    p.last AS item,
    CAST(SUM(o.original) AS BIGINT) AS original,
    CAST(SUM(o.released) AS BIGINT) AS released
  FROM `occurrences` AS o
  JOIN `occurrences` AS p
    ON p.distinct_id = o.distinct_id AND p.parent_id = o.parent_id AND p.last > o.last
  GROUP BY
    o.set_id,
    p.last
  HAVING
    SUM(o.original) >= 11 OR SUM(o.released) >= 11
) AS g
