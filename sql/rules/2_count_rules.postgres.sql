-- PostgreSQL's form: it sorts one whole number faster than it looks up so many groups.

-- name: rules
-- The items of a set that are sensitive stand beside its support, so that a rule is looked up once. OFFSET 0: else the planner
-- takes the two apart.
SELECT c.set_id, c.sensitive_item, c.support_with_sensitive, s.support
FROM (
  SELECT
    cast(pair_first(p.rule_id) AS integer) AS set_id,
    cast(pair_second(p.rule_id) AS integer) AS sensitive_item,
    cast(count(*) AS integer) AS support_with_sensitive
  FROM (
    SELECT pair(o.set_id, h.item) AS rule_id
    FROM occurrences AS o
    JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item <> o.last
    ORDER BY rule_id
  ) AS p
  GROUP BY p.rule_id
) AS c
JOIN (
  SELECT t.set_id, t.support, k.items
  FROM sets AS t
  LEFT JOIN (
    SELECT m.set_id, list(m.item) AS items
    FROM members AS m
    SEMI JOIN sensitive_rows AS h ON h.item = m.item
    GROUP BY m.set_id
  ) AS k ON k.set_id = t.set_id
  OFFSET 0
) AS s ON s.set_id = c.set_id
WHERE s.items IS NULL OR c.sensitive_item <> ALL(s.items)
