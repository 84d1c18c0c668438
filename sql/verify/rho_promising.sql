-- With which further, more frequent labels do the kept sets occur in a record that holds a sensitive label, all $size + 1
-- parts (the set without one of its labels) being kept sets? Other larger sets lead to no new rule.
-- in:  occurrences (record_id, set_id, item), kept (set_id, prefix_id, item), transactions (record_id, item),
--      hidden_rows (record_id), parts (set_id, part_id)
-- out: prefix_id, item
WITH telling AS (SELECT DISTINCT record_id FROM hidden_rows),
met AS (
    SELECT DISTINCT o.set_id AS prefix_id, t.item
    FROM occurrences AS o
    JOIN telling ON o.record_id = telling.record_id
    JOIN kept ON o.set_id = kept.set_id
    JOIN transactions AS t ON o.record_id = t.record_id AND t.item > o.item)
SELECT met.prefix_id, met.item
FROM met
JOIN parts ON met.prefix_id = parts.set_id
JOIN kept AS other ON parts.part_id = other.prefix_id AND met.item = other.item
GROUP BY met.prefix_id, met.item
HAVING count(*) = $size
