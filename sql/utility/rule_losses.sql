-- How many rules stand in both, in the original alone, in the release alone?
-- in:  original_rules (known, item), released_rules (known, item)
-- out: kept, lost, spurious
SELECT
  count(*) FILTER (WHERE o.item IS NOT NULL AND r.item IS NOT NULL) AS kept,
  count(*) FILTER (WHERE r.item IS NULL) AS lost,
  count(*) FILTER (WHERE o.item IS NULL) AS spurious
FROM original_rules AS o
FULL JOIN released_rules AS r ON r.known = o.known AND r.item = o.item
