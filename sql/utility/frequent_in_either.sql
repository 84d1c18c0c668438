-- Which items do at least $least records of one of two datasets hold?
-- in:  rows (draw, record_id, item): the original is draw 0, the release draw 1
-- out: item
SELECT DISTINCT f.item
FROM (
  SELECT r.draw, r.item
  FROM rows AS r
  GROUP BY r.draw, r.item
  HAVING count(*) >= $least
) AS f
