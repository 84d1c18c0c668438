-- PostgreSQL's form: a second key (see counting/3_larger_sets.postgres.sql).

-- name: kinds_of_one
SELECT
  f.word_id,
  f.mask,
  1 AS support,
  count(*) AS sets,
  sum(p.held + CASE WHEN h.gen_id IS NULL THEN 0 ELSE 1 END) AS held,
  min(p.held + CASE WHEN h.gen_id IS NULL THEN 0 ELSE 1 END) AS least
FROM found AS f
JOIN threats AS t ON t.pair_id = f.pair_id AND t.left_id = pair_first(f.pair_id)
JOIN held AS p ON p.gen_id = t.left_id
LEFT JOIN sensitive_singles AS h ON h.gen_id = t.item
GROUP BY f.word_id, f.mask
