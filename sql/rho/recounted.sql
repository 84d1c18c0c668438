-- The rules with what was lost taken off.
-- in:  rules (set_id, hidden, both, support, size), lost (set_id), lost_both (set_id, hidden, n)
-- out: set_id, hidden, both, support, size
SELECT
  r.set_id,
  r.hidden,
  cast(r.both - coalesce(b.n, 0) AS integer) AS both,
  cast(r.support - coalesce(l.n, 0) AS integer) AS support,
  r.size
FROM rules AS r
LEFT JOIN (SELECT x.set_id, count(*) AS n FROM lost AS x GROUP BY x.set_id) AS l ON l.set_id = r.set_id
LEFT JOIN lost_both AS b ON b.set_id = r.set_id AND b.hidden = r.hidden
WHERE r.both > coalesce(b.n, 0)
