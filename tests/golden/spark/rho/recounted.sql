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
  FROM `touched` AS x
  WHERE
    x.is_lost = 1
  GROUP BY
    x.set_id
) AS l
  ON l.set_id = r.set_id
LEFT JOIN (
  SELECT
    t.set_id,
    h.item AS hidden,
    COUNT(*) AS n
  FROM `touched` AS t
  JOIN `sensitive_rows` AS h
    ON h.record_id = t.record_id
  LEFT JOIN `suppressed` AS s
    ON s.record_id = h.record_id AND s.item = h.item
  WHERE
    t.is_lost = 1 OR NOT s.item IS NULL
  GROUP BY
    t.set_id,
    h.item
) AS b
  ON b.set_id = r.set_id AND b.hidden = r.hidden
WHERE
  r.both > COALESCE(b.n, 0)
