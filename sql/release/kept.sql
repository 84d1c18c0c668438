-- The record ids of the source, in its order. Where all of them are whole numbers they go in the order of numbers, not of
-- text: the shorter is the smaller.
-- in:  records (record_id), record_ids (record_id, source_id)
-- out: record_id, position, published_id
SELECT
  records.record_id,
  row_number() OVER (
    ORDER BY CASE WHEN ids.n_other = 0 THEN length(record_ids.source_id) ELSE 0 END, records.record_id
  ) AS position,
  record_ids.source_id AS published_id
FROM records
JOIN record_ids ON records.record_id = record_ids.record_id
CROSS JOIN (
  SELECT count(*) FILTER (WHERE length(trim(source_id, '0123456789')) > 0) AS n_other FROM record_ids
) AS ids
