SELECT
  r.set_id,
  r.hidden,
  r.both,
  r.support,
  r.size
FROM `rules` AS r
ORDER BY
  r.size NULLS LAST,
  r.set_id NULLS LAST,
  r.hidden NULLS LAST
