SELECT
  a.gen_id AS left_id,
  b.gen_id AS right_id,
  CAST(COUNT(*) AS INT) AS support,
  MIN(a.record_id) AS one_record,
  MAX(a.record_id) AS other_record
FROM `occurrences` AS a
JOIN `occurrences` AS b
  ON b.record_id = a.record_id AND b.gen_id > a.gen_id
GROUP BY
  a.gen_id,
  b.gen_id
