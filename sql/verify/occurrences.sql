-- Where do the kept sets occur?
-- in:  occurrences (record_id, set_id, item, weight), transactions (record_id, item), kept (set_id, prefix_id, item)
-- out: record_id, set_id, item (the last of the set), weight, support
SELECT o.record_id, kept.set_id, kept.item, o.weight, kept.support
FROM occurrences AS o
JOIN transactions AS t ON o.record_id = t.record_id AND t.item > o.item
JOIN kept ON kept.prefix_id = o.set_id AND kept.item = t.item
