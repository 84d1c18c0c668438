-- Which items do at least $least records hold?
-- in:  transactions (record_id, item)
-- out: set_id, item, support, content (the items of the set, as text)
SELECT
  cast(row_number() OVER (ORDER BY f.item) AS integer) AS set_id,
  f.item,
  f.support,
  cast(f.item AS text) AS content
FROM (
  SELECT t.item, cast(count(*) AS integer) AS support
  FROM transactions AS t
  GROUP BY t.item
  HAVING count(*) >= $least
) AS f
