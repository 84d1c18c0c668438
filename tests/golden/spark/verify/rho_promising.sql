/* With which further, more frequent labels do the kept sets occur in a record that holds a sensitive label? Other larger */
/* sets lead to no rule. */
/* in:  occurrences (record_id, set_id, item), kept (set_id), transactions (record_id, item), hidden_rows (record_id) */
/* out: prefix_id, item */
WITH telling AS (
  SELECT DISTINCT
    record_id
  FROM `hidden_rows` AS hidden_rows
)
SELECT DISTINCT
  o.set_id AS prefix_id,
  t.item
FROM `occurrences` AS o
JOIN telling
  ON o.record_id = telling.record_id
JOIN `kept` AS kept
  ON o.set_id = kept.set_id
JOIN `transactions` AS t
  ON o.record_id = t.record_id AND t.item > o.item
