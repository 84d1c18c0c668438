-- MySQL's form, and MariaDB's: what it looks up row by row. Of a join MariaDB begins with the sets, and then reads all rows of
-- an item for each of them.

-- name: records_of_pairs
SELECT DISTINCT o.record_id
FROM pair_rows AS o
WHERE (o.left_item, o.right_item) IN (SELECT p.left_item, p.right_item FROM pairs AS p)

-- name: generator_rows
SELECT o.record_id, o.left_item, o.right_item
FROM pair_rows AS o
WHERE (o.left_item, o.right_item) IN (SELECT g.left_item, g.right_item FROM generators AS g)

-- name: triple_rows
SELECT x.record_id, x.left_item, x.right_item, y.right_item AS third_item
FROM generator_rows AS x
JOIN generator_rows AS y
  ON y.record_id = x.record_id AND y.left_item = x.left_item AND y.right_item > x.right_item
WHERE (x.right_item, y.right_item) IN (SELECT g.left_item, g.right_item FROM generators AS g)

-- name: records_of_triples
SELECT DISTINCT o.record_id
FROM triple_rows AS o
WHERE (o.left_item, o.right_item, o.third_item) IN (SELECT t.left_item, t.right_item, t.third_item FROM triples AS t)
