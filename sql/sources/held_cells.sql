-- One row for each cell of a one-hot table that is 1, with the item of its column; a cell that is neither 0 nor 1 has an
-- item without a name, so that it is found as every row without an item is.
-- in:  cells (row, record, own, cell), named (own, label)
-- out: row, record, item
SELECT judged.row, judged.record, CASE WHEN judged.flag = 1 THEN named.label ELSE '' END AS item
FROM (
  SELECT
    row, record, own,
    CASE
      WHEN cell = '1' THEN 1
      WHEN lower(trim(cell, $blanks)) IN ('1', '1.0', 'true', 't') THEN 1
      WHEN lower(trim(cell, $blanks)) IN ('0', '0.0', 'false', 'f') THEN 0
    END AS flag
  FROM cells
) AS judged
JOIN named ON named.own = judged.own
WHERE judged.flag IS NULL OR judged.flag = 1
