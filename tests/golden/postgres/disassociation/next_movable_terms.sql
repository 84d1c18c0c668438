SELECT
  t.top_id,
  m.leaf_id,
  m.place,
  m.item,
  m.support,
  m.pinned
FROM "movable_terms" AS m
JOIN "next_trees" AS t
  ON t.leaf_id = m.leaf_id
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "moves" AS v
    WHERE
      v.leaf_id = m.leaf_id AND v.item = m.item
  )
