SELECT
  s.word_id,
  BIT_OR(s.bit) AS mask
FROM "slots" AS s
ANTI JOIN "at_risk" AS r
  ON r.record_id = s.record_id
GROUP BY
  s.word_id
