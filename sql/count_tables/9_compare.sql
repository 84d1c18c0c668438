-- Counts as they are beside counts as they are published: how many of the pairs are shown, and how far off are these?
-- phase: comparing counts

-- name: pairs
-- The pairs that are counted, the most frequent first.
-- in:  counted (a, b, n)
-- out: a, b, n, rank (from 1)
SELECT a, b, n, row_number() OVER (ORDER BY n DESC, a, b) AS rank
FROM counted
WHERE b IS NOT NULL

-- name: figures
-- What share of them is shown, and of the $most most frequent? How far off are they, on average?
-- in:  pairs (a, b, n, rank), published (a, b, n)
-- out: shown, error, top_shown, top_error (missing: there are none)
SELECT
  avg(CASE WHEN s.n IS NULL THEN 0.0 ELSE 1.0 END) AS shown,
  avg(cast(abs(s.n - p.n) AS DOUBLE) / nullif(p.n, 0)) AS error,
  avg(CASE WHEN p.rank > $most THEN NULL WHEN s.n IS NULL THEN 0.0 ELSE 1.0 END) AS top_shown,
  avg(CASE WHEN p.rank <= $most THEN cast(abs(s.n - p.n) AS DOUBLE) / nullif(p.n, 0) END) AS top_error
FROM pairs AS p
LEFT JOIN published AS s ON least(s.a, s.b) = least(p.a, p.b) AND greatest(s.a, s.b) = greatest(p.a, p.b)
