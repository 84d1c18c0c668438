/* The datasets that are compared, side by side: draw 0 is the source, draw 1 what was made up from its release, draw 2 */
/* what that holds for certain. */
/* in:  originals, drawn, certain (record_id, item) */
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
UNION ALL
SELECT
  2 AS draw,
  c.record_id,
  c.item
FROM `certain` AS c
