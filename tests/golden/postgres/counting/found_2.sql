SELECT
  CAST(p.left_id AS BIGINT) * 2147483648 + p.right_id AS pair_id,
  p.word_id,
  p.mask
FROM (
  SELECT
    s.gen_id AS left_id,
    o.gen_id AS right_id,
    s.word_id,
    BIT_OR(s.bit) AS mask
  FROM "slots" AS s
  JOIN "occurrences" AS o
    ON o.record_id = s.record_id AND o.gen_id > s.gen_id
  GROUP BY
    s.gen_id,
    o.gen_id,
    s.word_id
) AS p
