-- The drawn sets, each once; a set is called by its first draw.
-- in:  drawn (draw, item)
-- out: set_id, item
SELECT cast(f.draw AS integer) AS set_id, d.item
FROM drawn AS d
JOIN (
  SELECT min(k.draw) AS draw
  FROM (
    SELECT n.draw, string_agg(cast(n.item AS text), ',' ORDER BY n.item) AS content
    FROM drawn AS n
    GROUP BY n.draw
  ) AS k
  GROUP BY k.content
) AS f ON f.draw = d.draw
