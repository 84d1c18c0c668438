-- Which frequent sets come out when a frequent set takes in one more item?
-- in:  occurrences (record_id, set_id, last), rows_left (record_id, item), frequent (set_id, content)
-- out: set_id, parent_id, item, support, content
SELECT
  cast(row_number() OVER (ORDER BY g.parent_id, g.item) AS integer) AS set_id,
  g.parent_id,
  g.item,
  g.support,
  concat(f.content, ',', cast(g.item AS text)) AS content
FROM (
  SELECT o.set_id AS parent_id, r.item, cast(count(*) AS integer) AS support
  FROM occurrences AS o
  JOIN rows_left AS r ON r.record_id = o.record_id AND r.item > o.last
  GROUP BY o.set_id, r.item
  HAVING count(*) >= $least
) AS g
JOIN frequent AS f ON f.set_id = g.parent_id
