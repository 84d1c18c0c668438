/* Which one-smaller subsets has each new generator, besides its prefix? Each subset of the prefix, extended by the same */
/* item, and the other generator it was joined from. */
/* in:  fresh (gen_id, parent_id, right_id, item): the new generators; */
/*      subsets (gen_id, sub_id), generators (gen_id, parent_id, item): one size smaller */
/* out: gen_id, sub_id */
SELECT
  x.gen_id,
  g.gen_id AS sub_id
FROM `fresh` AS x
JOIN `subsets` AS s
  ON s.gen_id = x.parent_id
JOIN `generators` AS g
  ON g.parent_id = s.sub_id AND g.item = x.item
UNION ALL
SELECT
  x.gen_id,
  x.right_id AS sub_id
FROM `fresh` AS x
