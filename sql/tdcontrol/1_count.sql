-- TDControl's rules: what follows from labels that may be published, and how surely. One count serves a whole round.
-- 1. Which record has which of these labels, and which sensitive items? 2. They are numbered by falling support, as those
--    who count rules need it (sql/rules). 3. Their rows and limits under these numbers.
-- A set with a label and one under it is no generator: it is never counted.
-- Cao, Karras, Raissi and Tan, rho-uncertainty (PVLDB 2010), Algorithm TDControl.
-- phase: counting labels and sensitive items

-- name: held
-- The labels and sensitive items of each record.
-- in:  transactions (record_id, item), ancestors (item, node), in_play (node), sensitive (item)
-- out: record_id, node
SELECT t.record_id, p.node
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item
JOIN in_play AS p ON p.node = a.node
GROUP BY t.record_id, p.node
UNION ALL
SELECT t.record_id, t.item AS node
FROM transactions AS t
JOIN sensitive AS s ON s.item = t.item

-- name: numbers
-- Their numbers, from 1, by falling support.
-- in:  held (record_id, node)
-- out: number, node
SELECT cast(row_number() OVER (ORDER BY count(*) DESC, h.node) AS integer) AS number, h.node
FROM held AS h
GROUP BY h.node

-- name: rows
-- The rows under these numbers.
-- in:  held (record_id, node), numbers (number, node)
-- out: record_id, item (a number)
SELECT h.record_id, n.number AS item
FROM held AS h
JOIN numbers AS n ON n.node = h.node

-- name: limits
-- The limits of sensitive items under these numbers.
-- in:  limits (item, limit_num, limit_den), numbers (number, node)
-- out: item (a number), limit_num, limit_den
SELECT n.number AS item, l.limit_num, l.limit_den
FROM numbers AS n
JOIN limits AS l ON l.item = n.node
