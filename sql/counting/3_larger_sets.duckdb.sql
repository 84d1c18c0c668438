-- DuckDB's form: it counts the bits of a number by itself.

-- name: bits
SELECT f.pair_id, bits(f.mask) AS support
FROM found AS f
