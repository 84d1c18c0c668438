-- How many pairs, in either order, do the sets make that a record holds and that differ in their last item only?
-- in:  occurrences (distinct_id, parent_id)
-- out: n
SELECT coalesce(sum(g.n * (g.n - 1)), 0) AS n
FROM (
  SELECT count(*) AS n
  FROM occurrences AS o
  GROUP BY o.distinct_id, o.parent_id
) AS g
