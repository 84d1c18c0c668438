-- Number the items, the most frequent first.
-- in:  source_rows (record_id, item)
-- out: item, label
SELECT row_number() OVER (ORDER BY c.support DESC, c.label) AS item, c.label
FROM (SELECT r.item AS label, count(*) AS support FROM source_rows AS r GROUP BY r.item) AS c
