-- What follows from a set of $known items: how many more items for certain, whether that is the whole chunk, and with
-- which probability the likeliest other item?
-- in:  beside (set_id, item, items, support)
-- out: set_id, support, learned, whole (0 or 1), chance
SELECT
  s.set_id, s.support,
  s.certain - $known AS learned,
  CASE WHEN s.certain = s.items AND s.certain > $known THEN 1 ELSE 0 END AS whole,
  CASE WHEN s.certain > $known THEN cast(1 AS double) ELSE cast(s.likeliest AS double) / nullif(s.support, 0) END AS chance
FROM (
  SELECT
    b.set_id, b.items, t.support,
    count(*) FILTER (WHERE b.support = t.support) AS certain,
    coalesce(max(CASE WHEN b.support < t.support THEN b.support END), 0) AS likeliest
  FROM beside AS b
  JOIN (SELECT x.set_id, max(x.support) AS support FROM beside AS x GROUP BY x.set_id) AS t ON t.set_id = b.set_id
  GROUP BY b.set_id, b.items, t.support
) AS s
