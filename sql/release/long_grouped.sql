-- The release as a long table with groups: one row for each item of each record.
-- in:  published (record_id, item), labels (item, label), places (record_id, position, published_id),
--      record_groups (record_id, group_id)
-- out: position (to write by), record_id, item, group_id
SELECT places.position, places.published_id AS record_id, labels.label AS item, record_groups.group_id
FROM published
JOIN places ON published.record_id = places.record_id
JOIN labels ON published.item = labels.item
JOIN record_groups ON published.record_id = record_groups.record_id
