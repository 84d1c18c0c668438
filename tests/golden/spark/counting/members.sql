/* Which items make up each generator: those of its prefix and one more. */
/* in:  generators (gen_id, parent_id, item), members (gen_id, position, item) of its prefixes, singles (gen_id, source_item) */
/* out: gen_id, position, item */
SELECT
  g.gen_id,
  m.position,
  m.item
FROM `generators` AS g
JOIN `members` AS m
  ON m.gen_id = g.parent_id
UNION ALL
SELECT
  g.gen_id,
  11 AS position,
  s.source_item AS item
FROM `generators` AS g
JOIN `singles` AS s
  ON s.gen_id = g.item
