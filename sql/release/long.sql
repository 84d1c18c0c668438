-- The release as a long table: one row for each item of each record.
-- in:  published (record_id, item), labels (item, label), places (record_id, position, published_id)
-- out: position (to write by), record_id, item
SELECT places.position, places.published_id AS record_id, labels.label AS item
FROM published
JOIN places ON published.record_id = places.record_id
JOIN labels ON published.item = labels.item
