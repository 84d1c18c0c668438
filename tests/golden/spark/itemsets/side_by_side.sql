/* Two datasets side by side: draw 0 is the source, draw 1 what was made up from its release. */
/* in:  originals, drawn (record_id, item) */
/* out: draw, record_id, item */
SELECT
  0 AS draw,
  o.record_id,
  o.item
FROM `originals` AS o
UNION ALL
SELECT
  1 AS draw,
  d.record_id,
  d.item
FROM `drawn` AS d
