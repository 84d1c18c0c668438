-- Which one-smaller subsets has each generator of size 2, besides its prefix?
-- in:  generators (gen_id, item)
-- out: gen_id, sub_id
SELECT g.gen_id, g.item AS sub_id
FROM generators AS g
