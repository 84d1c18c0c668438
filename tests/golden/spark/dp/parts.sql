-- name: limited
SELECT
  h.unit,
  h.key
FROM `held` AS h
JOIN `sizes` AS s
  ON s.unit = h.unit
WHERE
  s.n <= 11
UNION ALL
SELECT
  d.unit,
  d.key
FROM (
  SELECT
    h.unit,
    h.key,
    ROW_NUMBER() OVER (
      PARTITION BY h.unit
      ORDER BY MD5(
        CONCAT(COALESCE(12, ''), ':', COALESCE(n.source_id, ''), ':', COALESCE(l.label, ''))
      ) NULLS LAST, l.label NULLS LAST
    ) AS rank
  FROM `held` AS h
  JOIN `sizes` AS s
    ON s.unit = h.unit
  JOIN `names` AS n
    ON n.record_id = h.unit
  JOIN `leaves` AS l
    ON l.leaf = h.key
  WHERE
    s.n > 11
) AS d
WHERE
  d.rank <= 11
