-- Which suppressions of some rule would change the records that hold all of a chosen rule?
-- in:  picks (record_id, item), covers (place, record_id), chosen (place, item)
-- out: place, spot
SELECT v.place, cast(v.record_id AS bigint) * 4294967296 + i.item AS spot
FROM covers AS v
JOIN chosen AS i ON i.place = v.place
SEMI JOIN picks AS p ON p.record_id = v.record_id AND p.item = i.item
