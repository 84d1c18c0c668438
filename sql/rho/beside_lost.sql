-- What did records hold in the original, beside each item that they lost since?
-- in:  suppressed (record_id, item), original (record_id, item)
-- out: record_id, lost, item (also the lost item itself)
SELECT s.record_id, s.item AS lost, o.item
FROM suppressed AS s
JOIN original AS o ON o.record_id = s.record_id
