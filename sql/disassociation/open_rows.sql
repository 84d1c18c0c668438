-- Which items may split the first group? All but the sensitive ones.
-- in:  transactions (record_id, item), sensitive (item)
-- out: record_id, group_id, item
-- Terrovitis et al., section 5 (diversity)
SELECT t.record_id, cast(0 AS bigint) AS group_id, t.item
FROM transactions AS t
ANTI JOIN sensitive AS s ON s.item = t.item
