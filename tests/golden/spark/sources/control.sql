-- name: lots
SELECT
  u.record_id,
  d.rank
FROM `units` AS u
JOIN (
  SELECT
    o.unit,
    ROW_NUMBER() OVER (
      ORDER BY MD5(CONCAT(COALESCE(11, ''), ':', COALESCE(CAST(o.unit AS STRING), ''))) NULLS LAST, o.unit NULLS LAST
    ) AS rank
  FROM (
    SELECT DISTINCT
      n.unit
    FROM `units` AS n
  ) AS o
) AS d
  ON d.unit = u.unit

-- name: members
SELECT
  l.record_id,
  CAST(ROW_NUMBER() OVER (ORDER BY l.record_id NULLS LAST) AS INT) AS new_id
FROM `lots` AS l
WHERE
  l.rank > 11
