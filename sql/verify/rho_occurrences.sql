-- Where do the numbered sets occur?
-- in:  extended (record_id, prefix_id, item, weight), numbered (set_id, prefix_id, item)
-- out: record_id, set_id, item (the last of the set), weight
SELECT extended.record_id, numbered.set_id, extended.item, extended.weight
FROM extended JOIN numbered ON extended.prefix_id = numbered.prefix_id AND extended.item = numbered.item
