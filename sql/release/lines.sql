-- The release as basket lines, NULL where a record lost every item.
-- in:  published (record_id, item), labels (item, label), places (record_id, position)
-- out: position (to write by), line
SELECT places.position, string_agg(labels.label, $separator ORDER BY labels.label) AS line
FROM places
LEFT JOIN published ON published.record_id = places.record_id
LEFT JOIN labels ON published.item = labels.item
GROUP BY places.position
