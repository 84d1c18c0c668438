-- DuckDB's forms. 1. It counts the bits of a number by itself. 2. Words stand in the order of their sets: the unions of
-- those with one prefix are then counted one prefix after the other, in little memory, which takes half the time.

-- name: bits
SELECT f.pair_id, bits(f.mask) AS support
FROM found AS f

-- name: masks
-- Ordered.
SELECT g.parent_id, g.gen_id, f.word_id, f.mask
FROM found AS f
JOIN generators AS g ON g.pair_id = f.pair_id
ORDER BY g.parent_id, g.gen_id, f.word_id

-- name: masks_of_unions
-- Ordered.
SELECT g.parent_id, g.gen_id, a.word_id, a.mask & b.mask AS mask
FROM generators AS g
JOIN masks AS a ON a.gen_id = g.parent_id
JOIN masks AS b ON b.gen_id = g.right_id AND b.word_id = a.word_id
WHERE (a.mask & b.mask) <> 0
ORDER BY g.parent_id, g.gen_id, a.word_id
