WITH undecided AS (
  SELECT
    c.place,
    c.record_id,
    c.item
  FROM `contested` AS c
  SEMI JOIN `turns` AS t
    ON t.place = c.place AND t.verdict = 1
), late AS (
  SELECT DISTINCT
    u.place
  FROM undecided AS u
  JOIN (
    SELECT
      p.record_id,
      p.item,
      MIN(p.place) AS place
    FROM `picks` AS p
    SEMI JOIN `turns` AS t
      ON t.place = p.place AND t.verdict = 2
    GROUP BY
      p.record_id,
      p.item
  ) AS e
    ON e.record_id = u.record_id AND e.item = u.item AND e.place < u.place
), waiting AS (
  SELECT DISTINCT
    u.place
  FROM undecided AS u
  JOIN (
    SELECT
      p.record_id,
      p.item,
      MIN(p.place) AS place
    FROM `picks` AS p
    SEMI JOIN `turns` AS t
      ON t.place = p.place AND t.verdict = 1
    ANTI JOIN late AS l
      ON l.place = p.place
    GROUP BY
      p.record_id,
      p.item
  ) AS e
    ON e.record_id = u.record_id AND e.item = u.item AND e.place < u.place
)
SELECT
  t.place,
  CASE
    WHEN t.verdict > 1
    THEN 3
    WHEN t.verdict = 0 OR NOT l.place IS NULL
    THEN 0
    WHEN NOT w.place IS NULL
    THEN 1
    ELSE 2
  END AS verdict
FROM `turns` AS t
LEFT JOIN late AS l
  ON l.place = t.place
LEFT JOIN waiting AS w
  ON w.place = t.place
