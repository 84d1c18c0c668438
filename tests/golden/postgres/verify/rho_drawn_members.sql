WITH coded AS (
  SELECT
    drawn.draw,
    labels.item
  FROM "drawn" AS drawn
  JOIN "labels" AS labels
    ON drawn.item = labels.label
)
SELECT
  CAST(coded.draw AS INT) AS set_id,
  coded.item
FROM coded
JOIN (
  SELECT
    draw
  FROM coded
  GROUP BY
    draw
  HAVING
    COUNT(*) = 11
) AS whole
  ON coded.draw = whole.draw
