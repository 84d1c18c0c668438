/* Which items take part in each chosen rule? */
/* in:  chosen (place, set_id, hidden), members (set_id, item) */
/* out: place, item */
SELECT
  c.place,
  m.item
FROM `chosen` AS c
JOIN `members` AS m
  ON m.set_id = c.set_id
UNION ALL
SELECT
  c.place,
  c.hidden AS item
FROM `chosen` AS c
