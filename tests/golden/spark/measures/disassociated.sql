-- name: certain_rows
SELECT
  s.subrecord_id AS record_id,
  i.item
FROM `subrecords` AS s
JOIN `items` AS i
  ON i.label = s.item
UNION ALL
SELECT
  -ROW_NUMBER() OVER (ORDER BY t.cluster_id NULLS LAST, i.item NULLS LAST) AS record_id,
  i.item
FROM `terms` AS t
JOIN `items` AS i
  ON i.label = t.item

-- name: relative_error
SELECT
  s.draw,
  s.band,
  AVG(ABS(s.original - s.released) / NULLIF((
    s.original + s.released
  ) / 2, 0)) AS error
FROM (
  SELECT
    d.draw,
    p.band,
    SUM(CASE WHEN p.draw = 0 THEN CAST(p.support AS DOUBLE) ELSE 0 END) AS original,
    SUM(CASE WHEN p.draw = 0 THEN 0 ELSE CAST(p.support AS DOUBLE) END) / NULLIF(d.samples, 0) AS released
  FROM `pair_supports` AS p
  JOIN VALUES
    (1, 11),
    (2, 1) AS d(draw, samples)
    ON p.draw = 0 OR p.draw = d.draw
  GROUP BY
    d.draw,
    d.samples,
    p.band,
    p.item,
    p.other
) AS s
GROUP BY
  s.draw,
  s.band

-- name: top_items
SELECT
  i.label,
  i.support,
  COUNT(s.item) AS n
FROM `items` AS i
LEFT JOIN `subrecords` AS s
  ON s.item = i.label
WHERE
  i.item <= 11
GROUP BY
  i.item,
  i.label,
  i.support
ORDER BY
  i.item NULLS LAST
