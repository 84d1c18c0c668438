-- Which record holds which new set?
-- in:  occurrences (record_id, set_id, last) of the prefixes, transactions (record_id, item), fresh (set_id, parent_id, item)
-- out: record_id, set_id, last
SELECT o.record_id, f.set_id, f.item AS last
FROM occurrences AS o
JOIN transactions AS t ON t.record_id = o.record_id AND t.item < o.last
JOIN fresh AS f ON f.parent_id = o.set_id AND f.item = t.item
