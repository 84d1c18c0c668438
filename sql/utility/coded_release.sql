-- Made-up originals with the item numbers of the source; records of different samples are different records.
-- in:  samples (sample_id, record_id, item: label), items (item, label)
-- out: record_id, item
SELECT s.record_id * $sample_count + s.sample_id - 1 AS record_id, i.item
FROM samples AS s
JOIN items AS i ON i.label = s.item
