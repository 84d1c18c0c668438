-- How many sets were counted, and how many of them are held by fewer than $k records?
-- in:  extensions (support)
-- out: n_sets, n_below
SELECT count(*) AS n_sets, count(*) FILTER (WHERE support < $k) AS n_below FROM extensions
