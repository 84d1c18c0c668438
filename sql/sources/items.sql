-- Number the items from 1 by falling support, then label; several spellings in the source may be one item.
-- in:  labels
-- out: source_item, item, label, support
SELECT
  source_item,
  cast(dense_rank() OVER (ORDER BY support DESC, label) AS INTEGER) AS item,
  label,
  support
FROM (SELECT source_item, label, sum(n) OVER (PARTITION BY label) AS support FROM labels) AS counted
WHERE length(trim(label, $blanks)) > 0
