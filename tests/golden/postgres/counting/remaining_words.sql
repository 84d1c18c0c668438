SELECT
  s.word_id,
  BIT_OR(s.bit) AS mask
FROM "slots" AS s
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "at_risk" AS r
    WHERE
      r.record_id = s.record_id
  )
GROUP BY
  s.word_id
