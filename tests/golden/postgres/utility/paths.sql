/* Which labels may stand for an item of the source? Its own, and those of the nodes over it. */
/* in:  items (item), ancestors (item, node) */
/* out: item, node */
SELECT
  item,
  item AS node
FROM "items" AS items
UNION
SELECT
  ancestors.item,
  ancestors.node
FROM "ancestors" AS ancestors
JOIN "items" AS items
  ON ancestors.item = items.item
