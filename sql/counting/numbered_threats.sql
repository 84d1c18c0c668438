-- The minimal threats of one size, numbered.
-- in:  threats (left_id, item, support)
-- out: threat_id, left_id, item, support
SELECT cast(row_number() OVER (ORDER BY t.left_id, t.item) AS integer) AS threat_id, t.left_id, t.item, t.support
FROM threats AS t
