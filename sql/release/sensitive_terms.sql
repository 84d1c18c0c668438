-- Which labels that are in term chunks are sensitive?
-- in:  terms (cluster_id, item), hidden (label)
-- out: label
SELECT DISTINCT h.label
FROM hidden AS h
JOIN terms AS t ON t.item = h.label
ORDER BY h.label
