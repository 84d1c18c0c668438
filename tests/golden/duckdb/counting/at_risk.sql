SELECT DISTINCT
  s.record_id
FROM "slots" AS s
JOIN (
  SELECT
    f.word_id,
    BIT_OR(f.mask) AS mask
  FROM (
    SELECT
      h.pair_id,
      h.word_id,
      h.mask & o.mask AS mask
    FROM "found" AS h
    JOIN "remaining_words" AS o
      ON o.word_id = h.word_id
    WHERE
      (
        h.mask & o.mask
      ) <> 0
  ) AS f
  SEMI JOIN "threats" AS t
    ON t.pair_id = f.pair_id
  GROUP BY
    f.word_id
) AS w
  ON w.word_id = s.word_id AND (
    w.mask & s.bit
  ) <> 0
