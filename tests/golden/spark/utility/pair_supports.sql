WITH banded AS (
  SELECT
    r.draw,
    CASE WHEN r.item <= 13 THEN 1 ELSE 0 END AS band,
    r.record_id,
    r.item
  FROM `rows` AS r
  WHERE
    r.item <= 13 OR (
      r.item >= 11 AND r.item <= 12
    )
)
SELECT
  a.draw,
  a.band,
  a.item,
  b.item AS other,
  COUNT(*) AS support
FROM banded AS a
JOIN banded AS b
  ON b.draw = a.draw
  AND b.record_id = a.record_id
  AND b.band = a.band
  AND b.item > a.item
GROUP BY
  a.draw,
  a.band,
  a.item,
  b.item
