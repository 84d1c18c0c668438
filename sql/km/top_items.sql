-- Which items take part in the most minimal threats?
-- in:  contributions (item, threats), labels (item, label)
-- out: item, label, threats
SELECT c.item, l.label, cast(sum(c.threats) AS bigint) AS threats
FROM contributions AS c
JOIN labels AS l ON l.item = c.item
GROUP BY c.item, l.label
ORDER BY sum(c.threats) DESC, c.item
LIMIT $most
