-- Can every published item be called by a label of its own?
-- in:  published (record_id, item), labels (item, label)
-- out: n_missing (no or an empty label), n_shared (items beyond the first of a label)
SELECT
    count(*) FILTER (WHERE labels.label IS NULL OR labels.label = '') AS n_missing,
    count(labels.label) - count(DISTINCT labels.label) AS n_shared
FROM (SELECT DISTINCT item FROM published) AS used LEFT JOIN labels ON used.item = labels.item
