-- Which group is each record in? Groups are numbered in random order.
-- in:  occurrences (group_id, record_id)
-- out: record_id, group_id
SELECT DISTINCT o.record_id, n.place AS group_id
FROM occurrences AS o
JOIN (
  SELECT
    g.group_id,
    cast(row_number() OVER (ORDER BY md5(concat($seed, '/', cast(g.group_id AS text))), g.group_id) AS integer) AS place
  FROM (SELECT DISTINCT x.group_id FROM occurrences AS x) AS g
) AS n ON n.group_id = o.group_id
