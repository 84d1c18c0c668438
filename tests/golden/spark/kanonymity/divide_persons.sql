-- name: subsets
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY part NULLS LAST, MIN(first_record) NULLS LAST) AS INT) AS subset,
  part,
  content,
  COUNT(*) AS persons,
  SUM(gain) AS gain
FROM `units` AS units
GROUP BY
  part,
  content

-- name: ranked
SELECT
  u.person,
  u.part,
  s.subset,
  CASE WHEN s.persons >= 11 THEN 1 ELSE 0 END AS is_large,
  u.gain,
  ROW_NUMBER() OVER (PARTITION BY s.subset ORDER BY u.gain DESC, u.person NULLS LAST) AS rank
FROM `units` AS u
JOIN `subsets` AS s
  ON s.part = u.part AND s.content = u.content

-- name: spare
WITH free AS (
  SELECT
    r.person,
    r.part,
    r.subset,
    r.gain,
    ROW_NUMBER() OVER (PARTITION BY r.part, r.person ORDER BY r.gain NULLS LAST, r.subset NULLS LAST) AS choice
  FROM `ranked` AS r
  WHERE
    r.is_large = 1
    AND r.rank > 11
    AND NOT EXISTS(
      SELECT
        1
      FROM `ranked` AS o
      WHERE
        o.part = r.part AND o.person = r.person AND o.is_large = 0
    )
)
SELECT
  person,
  part,
  subset,
  ROW_NUMBER() OVER (PARTITION BY part ORDER BY gain NULLS LAST, person NULLS LAST) AS turn
FROM free
WHERE
  choice = 1

-- name: fates
WITH left_over AS (
  SELECT
    part,
    COUNT(DISTINCT CASE WHEN is_large = 0 THEN person END) AS persons
  FROM `ranked` AS ranked
  GROUP BY
    part
), to_spare AS (
  SELECT
    part,
    COUNT(*) AS persons
  FROM `spare` AS spare
  GROUP BY
    part
), short AS (
  SELECT
    s.subset,
    CASE WHEN s.persons >= 11 THEN 1 ELSE 0 END AS is_large,
    COALESCE(t.persons, 0) AS to_spare,
    CASE WHEN l.persons BETWEEN 1 AND 11 - 1 THEN 11 - l.persons ELSE 0 END AS lacking,
    ROW_NUMBER() OVER (
      PARTITION BY s.part
      ORDER BY CASE WHEN s.persons >= 11 THEN 0 ELSE 1 END NULLS LAST, s.gain NULLS LAST, s.subset NULLS LAST
    ) AS rank
  FROM `subsets` AS s
  JOIN left_over AS l
    ON l.part = s.part
  LEFT JOIN to_spare AS t
    ON t.part = s.part
)
SELECT
  subset,
  CASE WHEN is_large = 0 OR (
    lacking > to_spare AND rank = 1
  ) THEN 0 ELSE 1 END AS opens,
  CASE WHEN lacking > to_spare THEN 0 ELSE lacking END AS given_up
FROM short
