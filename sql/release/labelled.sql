-- A release as people read it: labels in place of item numbers.
-- in:  published (record_id, item), labels (item, label)
-- out: record_id, item (text)
SELECT p.record_id, l.label AS item
FROM published AS p
JOIN labels AS l ON l.item = p.item
