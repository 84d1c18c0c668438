-- What would each chosen rule suppress? A spot is an occurrence: record times 2^32, and item.
-- in:  picks (place, record_id, item)
-- out: place, spot
SELECT p.place, cast(p.record_id AS bigint) * 4294967296 + p.item AS spot
FROM picks AS p
