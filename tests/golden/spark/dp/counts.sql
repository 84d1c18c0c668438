-- name: drawn
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
        CONCAT(COALESCE(x.value, ''), ':', COALESCE(u.name, ''), ':', COALESCE(k.name, ''))
      ) NULLS LAST, k.name NULLS LAST
    ) AS rank
  FROM `held` AS h
  JOIN `sizes` AS s
    ON s.unit = h.unit
  JOIN `names` AS u
    ON u.unit = h.unit
  JOIN `keys` AS k
    ON k.key = h.key
  CROSS JOIN `secret` AS x
  WHERE
    s.n > 11
) AS d
WHERE
  d.rank <= 11
