-- Which of these labels do k records or more support?
-- in:  doubtful (node), ancestors (item, node), transactions (record_id, item)
-- out: node
SELECT a.node
FROM doubtful AS d
JOIN ancestors AS a ON a.node = d.node
JOIN transactions AS t ON t.item = a.item
GROUP BY a.node
HAVING count(DISTINCT t.record_id) >= $k
