-- Which items may split the first group? All but the sensitive ones.
-- in:  transactions (record_id, item), placed (kind_id, group_id, records), sensitive (item)
-- out: kind_id, group_id, item, records
-- Terrovitis et al., section 5 (diversity)
SELECT p.kind_id, p.group_id, t.item, p.records
FROM transactions AS t
JOIN placed AS p ON p.kind_id = t.record_id
ANTI JOIN sensitive AS s ON s.item = t.item
