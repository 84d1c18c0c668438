-- What support must a set have to be among the $most most frequent ones found so far?
-- in:  found (support)
-- out: support (no row where fewer were found)
SELECT f.support
FROM found AS f
ORDER BY f.support DESC
LIMIT 1 OFFSET $most
