-- Which items (as the transactions number them) make up each generator of size 1?
-- in:  generators (gen_id, source_item)
-- out: gen_id, position, item
SELECT g.gen_id, 1 AS position, g.source_item AS item
FROM generators AS g
