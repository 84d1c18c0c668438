-- Where do the promising larger sets occur?
-- in:  occurrences (record_id, set_id, item, weight), transactions (record_id, item), promising (prefix_id, item)
-- out: record_id, prefix_id, item, weight
SELECT o.record_id, o.set_id AS prefix_id, t.item, o.weight
FROM occurrences AS o
JOIN transactions AS t ON o.record_id = t.record_id AND t.item > o.item
JOIN promising ON o.set_id = promising.prefix_id AND t.item = promising.item
