-- The term chunks as they are published.
-- in:  terms (cluster_id, item), cluster_codes (cluster_id, code), labels (item, label)
-- out: cluster_id, item (label)
SELECT c.code AS cluster_id, l.label AS item
FROM terms AS t
JOIN cluster_codes AS c ON c.cluster_id = t.cluster_id
JOIN labels AS l ON l.item = t.item
