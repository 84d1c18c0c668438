-- Which sets can still lead to a larger one that is too rare?
-- in:  extensions (set_id, item, support, prefix_support, lightest)
-- out: set_id (new), prefix_id, item, support
SELECT CAST(row_number() OVER (ORDER BY set_id, item) AS INTEGER) AS set_id, set_id AS prefix_id, item, support
FROM extensions WHERE lightest < $k AND support < prefix_support
