-- The rules with what was lost taken off: records that lost an item of the set, or the sensitive item.
-- in:  rules (set_id, hidden, both, support, size), touched (record_id, set_id, is_lost),
--      sensitive_rows (record_id, item), suppressed (record_id, item)
-- out: set_id, hidden, both, support, size
SELECT
  r.set_id,
  r.hidden,
  cast(r.both - coalesce(b.n, 0) AS integer) AS both,
  cast(r.support - coalesce(l.n, 0) AS integer) AS support,
  r.size
FROM rules AS r
LEFT JOIN (
  SELECT x.set_id, count(*) AS n FROM touched AS x WHERE x.is_lost = 1 GROUP BY x.set_id
) AS l ON l.set_id = r.set_id
LEFT JOIN (
  SELECT t.set_id, h.item AS hidden, count(*) AS n
  FROM touched AS t
  JOIN sensitive_rows AS h ON h.record_id = t.record_id
  LEFT JOIN suppressed AS s ON s.record_id = h.record_id AND s.item = h.item
  WHERE t.is_lost = 1 OR s.item IS NOT NULL
  GROUP BY t.set_id, h.item
) AS b ON b.set_id = r.set_id AND b.hidden = r.hidden
WHERE r.both > coalesce(b.n, 0)
