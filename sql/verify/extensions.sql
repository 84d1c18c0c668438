-- How often does each set occur together with a later item of its records?
-- in:  occurrences (record_id, set_id, item, weight, support), transactions (record_id, item)
-- out: set_id, item (the one added), support, prefix_support, lightest (smallest weight among its records)
SELECT
    o.set_id, t.item,
    CAST(sum(o.weight) AS INTEGER) AS support,
    max(o.support) AS prefix_support,
    min(o.weight) AS lightest
FROM occurrences AS o JOIN transactions AS t ON o.record_id = t.record_id AND t.item > o.item
GROUP BY o.set_id, t.item
