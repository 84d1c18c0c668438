-- Which set does each adversary know? A set is called by its first draw.
-- in:  drawn (draw, item, size)
-- out: draw, set_id, size
SELECT k.draw, cast(min(k.draw) OVER (PARTITION BY k.content) AS integer) AS set_id, k.size
FROM (
  SELECT d.draw, d.size, string_agg(cast(d.item AS text), ',' ORDER BY d.item) AS content
  FROM drawn AS d
  GROUP BY d.draw, d.size
) AS k
