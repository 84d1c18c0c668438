SELECT
  g.parent_id,
  g.gen_id,
  s.word_id,
  BIT_OR(s.bit) AS mask
FROM "slots" AS s
JOIN "occurrences" AS o
  ON o.record_id = s.record_id AND o.gen_id > s.gen_id
JOIN "generators" AS g
  ON g.parent_id = s.gen_id AND g.item = o.gen_id
GROUP BY
  g.parent_id,
  g.gen_id,
  s.word_id
