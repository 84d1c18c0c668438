SELECT
  g.parent_id,
  g.gen_id,
  f.word_id,
  f.mask
FROM "found" AS f
JOIN "generators" AS g
  ON g.pair_id = f.pair_id
