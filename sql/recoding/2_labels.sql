-- Labels by themselves: which do too few records (persons) show, what does it cost to lift each, and where does a label
-- beside all but one of the items under it say the remaining one?
-- phase: counting the labels that records show

-- name: supports
-- How many records show each label?
-- in:  shown (record_id, node)
-- out: node, support
SELECT node, count(*) AS support FROM shown GROUP BY node

-- name: supports_of_persons
-- How many persons have a record that shows it?
-- in:  shown (record_id, node), persons (record_id, person)
-- out: node, support
SELECT s.node, count(DISTINCT p.person) AS support
FROM shown AS s
JOIN persons AS p ON p.record_id = s.record_id
GROUP BY s.node

-- name: rare
-- Which records show a label that fewer than $k show?
-- in:  shown (record_id, node), supports (node, support)
-- out: record_id, node
SELECT s.record_id, s.node
FROM shown AS s
JOIN supports AS l ON l.node = s.node AND l.support < $k

-- name: prices
-- In which order are labels lifted? Those first that few records show and whose step up adds little; $rows and $width
-- weigh these. A step that would cover nearly all leaves, or above the root, comes last.
-- in:  supports (node, support), steps (node, share)
-- out: node, price (1 is the first to be lifted)
SELECT
  l.node,
  CAST(row_number() OVER (
    ORDER BY
      $rows * ln(l.support) - $width * ln(1.001 - s.share),
      l.support,
      l.node
  ) AS INTEGER) AS price
FROM supports AS l
JOIN steps AS s ON s.node = l.node

-- name: covers
-- Over how many items of the data is each label? One over a single item hides nothing, and says no more beside others.
-- in:  ancestors (item, node, distance), items (item)
-- out: node, items
SELECT a.node, count(*) AS items
FROM ancestors AS a
JOIN items AS i ON i.item = a.item
WHERE a.distance > 0
GROUP BY a.node
HAVING count(*) > 1

-- name: telling
-- Which records show a label beside all but one of the items under it? Whoever sees these items knows the remaining one.
-- in:  shown (record_id, node), ancestors (item, node, distance), covers (node, items)
-- out: record_id, node (each of these items)
SELECT DISTINCT record_id, item AS node
FROM (
  SELECT x.record_id, x.node AS item, c.items, count(*) OVER (PARTITION BY x.record_id, a.node) AS beside
  FROM shown AS x
  JOIN ancestors AS a ON a.item = x.node AND a.distance > 0
  JOIN covers AS c ON c.node = a.node
  JOIN shown AS l ON l.record_id = x.record_id AND l.node = a.node
) AS labels
WHERE beside = items - 1
