-- name: expected
SELECT
  whole.query_id,
  SUM(whole.chance) AS expected
FROM (
  SELECT
    held.query_id,
    held.record_id,
    COUNT(DISTINCT held.label) AS n,
    EXP(SUM(LN(held.chance))) AS chance
  FROM (
    SELECT
      r.query_id,
      l.record_id,
      r.item,
      r.label,
      r.chance,
      ROW_NUMBER() OVER (
        PARTITION BY r.query_id, l.record_id, r.item
        ORDER BY r.chance DESC, r.label NULLS LAST
      ) AS place
    FROM `reach` AS r
    JOIN `release` AS l
      ON l.item = r.label
  ) AS held
  WHERE
    held.place = 1
  GROUP BY
    held.query_id,
    held.record_id
) AS whole
JOIN (
  SELECT
    a.query_id,
    COUNT(*) AS n
  FROM `asked` AS a
  GROUP BY
    a.query_id
) AS sizes
  ON sizes.query_id = whole.query_id AND sizes.n = whole.n
GROUP BY
  whole.query_id

-- name: leading_items
SELECT
  i.label
FROM `items` AS i
WHERE
  i.item <= 11
ORDER BY
  i.item NULLS LAST
