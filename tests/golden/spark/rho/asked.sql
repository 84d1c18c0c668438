SELECT
  r.set_id,
  r.hidden,
  r.both,
  r.support,
  r.size
FROM `rules` AS r
SEMI JOIN `asked` AS a
  ON a.set_id = r.set_id AND a.hidden = r.hidden
