-- Where do the kept sets occur with one more, more frequent label?
-- in:  occurrences (record_id, set_id, item, weight), kept (set_id), transactions (record_id, item)
-- out: record_id, prefix_id, item, weight
SELECT o.record_id, o.set_id AS prefix_id, t.item, o.weight
FROM occurrences AS o
JOIN kept ON o.set_id = kept.set_id
JOIN transactions AS t ON o.record_id = t.record_id AND t.item > o.item
