-- A release with the numbers of the source's items, and numbers for its records, whose ids may be of any type.
-- in:  release (record_id, item: label), items (item, label)
-- out: record_id, item
SELECT cast(dense_rank() OVER (ORDER BY r.record_id) AS integer) AS record_id, i.item
FROM release AS r
JOIN items AS i ON i.label = r.item
