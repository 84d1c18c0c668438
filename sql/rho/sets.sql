-- Which grown sets are generators? Numbered from $first.
-- in:  grown (parent_id, item, support), broken (parent_id, item)
-- out: set_id, parent_id, item, support
SELECT
  cast(row_number() OVER (ORDER BY c.parent_id, c.item) + $first - 1 AS integer) AS set_id,
  c.parent_id,
  c.item,
  c.support
FROM grown AS c
ANTI JOIN broken AS x ON x.parent_id = c.parent_id AND x.item = c.item
