-- The items as the rest of the program knows them.
-- in:  items
-- out: item, label, support
SELECT DISTINCT item, label, cast(support AS BIGINT) AS support FROM items ORDER BY item
