-- The $most most frequent items of each dataset, each a set of one; of equals those first whose text is.
-- in:  rows (draw, record_id, item)
-- out: set_id, parent_id, draw, item (the last of the set), itemset (its items as text, in order), size, support
SELECT
  row_number() OVER (ORDER BY s.draw, s.place) AS set_id,
  cast(0 AS bigint) AS parent_id,
  s.draw,
  s.item,
  s.itemset,
  1 AS size,
  s.support
FROM (
  SELECT
    c.draw,
    c.item,
    c.itemset,
    c.support,
    row_number() OVER (PARTITION BY c.draw ORDER BY c.support DESC, c.itemset) AS place
  FROM (
    SELECT r.draw, r.item, cast(r.item AS text) AS itemset, count(*) AS support
    FROM rows AS r
    GROUP BY r.draw, r.item
  ) AS c
) AS s
WHERE s.place <= $most
