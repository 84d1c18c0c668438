-- Which nodes of a taxonomy are above or below each other?
-- in:  ancestors (item, node), the item itself among them
-- out: item, other
SELECT a.node AS item, b.node AS other
FROM ancestors AS a
JOIN ancestors AS b ON b.item = a.item AND b.node <> a.node
GROUP BY a.node, b.node
HAVING count(*) = least(
  (SELECT count(*) FROM ancestors AS x WHERE x.node = a.node),
  (SELECT count(*) FROM ancestors AS y WHERE y.node = b.node)
)
