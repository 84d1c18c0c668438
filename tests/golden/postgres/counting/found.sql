SELECT
  CAST(a.gen_id AS BIGINT) * 2147483648 + b.gen_id AS pair_id,
  a.word_id,
  a.mask & b.mask AS mask
FROM "masks" AS a
JOIN "masks" AS b
  ON b.parent_id = a.parent_id AND b.word_id = a.word_id AND b.gen_id > a.gen_id
WHERE
  (
    a.mask & b.mask
  ) <> 0
