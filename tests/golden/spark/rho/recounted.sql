SELECT
  r.set_id,
  r.hidden,
  CAST(r.both - COALESCE(b.n, 0) AS INT) AS both,
  CAST(r.support - COALESCE(l.n, 0) AS INT) AS support,
  r.size
FROM `rules` AS r
LEFT JOIN (
  SELECT
    x.set_id,
    COUNT(*) AS n
  FROM `lost` AS x
  GROUP BY
    x.set_id
) AS l
  ON l.set_id = r.set_id
LEFT JOIN `lost_both` AS b
  ON b.set_id = r.set_id AND b.hidden = r.hidden
WHERE
  r.both > COALESCE(b.n, 0)
