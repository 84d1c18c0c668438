-- The rules with what was lost taken off: records that lost an item of the set, or the sensitive item.
-- in:  rules (set_id, hidden, both, support, size), lost (record_id, set_id), occurrences (record_id, set_id) that are left,
--      sensitive_rows (record_id, item) as they were before, suppressed (record_id, item)
-- out: set_id, hidden, both, support, size
SELECT
  r.set_id,
  r.hidden,
  cast(r.both - coalesce(b.n, 0) AS integer) AS both,
  cast(r.support - coalesce(l.n, 0) AS integer) AS support,
  r.size
FROM rules AS r
LEFT JOIN (SELECT x.set_id, count(*) AS n FROM lost AS x GROUP BY x.set_id) AS l ON l.set_id = r.set_id
LEFT JOIN (
  SELECT t.set_id, t.hidden, count(*) AS n
  FROM (
    SELECT x.set_id, h.item AS hidden
    FROM lost AS x
    JOIN sensitive_rows AS h ON h.record_id = x.record_id
    UNION ALL
    SELECT o.set_id, s.item AS hidden
    FROM occurrences AS o
    JOIN suppressed AS s ON s.record_id = o.record_id
  ) AS t
  GROUP BY t.set_id, t.hidden
) AS b ON b.set_id = r.set_id AND b.hidden = r.hidden
WHERE r.both > coalesce(b.n, 0)
