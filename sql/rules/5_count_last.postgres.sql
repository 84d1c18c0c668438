-- PostgreSQL's form: it sorts one whole number faster than it looks up so many groups.

-- name: shares
SELECT
  cast(pair_first(p.rule_id) AS integer) AS set_id,
  cast(pair_second(p.rule_id) AS integer) AS item,
  cast(count(*) AS integer) AS support_with_sensitive
FROM (
  SELECT pair(o.set_id, h.item) AS rule_id
  FROM occurrences AS o
  SEMI JOIN sets AS k ON k.set_id = o.set_id AND k.support > 1
  JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item <> o.last
  ORDER BY rule_id
) AS p
GROUP BY p.rule_id
