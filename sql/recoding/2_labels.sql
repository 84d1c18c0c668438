-- Labels by themselves: which do too few records (persons) show, what does it cost to lift each, and where do labels
-- beside each other say which items they stand for?
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
-- weigh these, and so do the items under it. A step that would cover nearly all leaves, or above the root, comes last.
-- in:  supports (node, support), steps (node, share, turn, weight)
-- out: node, price (1 is the first to be lifted)
SELECT
  l.node,
  CAST(row_number() OVER (
    ORDER BY
      s.turn,
      $rows * ln(l.support * s.weight) - $width * s.weight * ln(1.001 - s.share),
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

-- name: below
-- Which nodes stand below which of these, and may go up (1; 0: they never do)?
-- in:  ancestors (item, node, distance), covers (node, items), fixed (node)
-- out: node, above, items (under above), goes
SELECT DISTINCT a.node, c.node AS above, c.items, CASE WHEN f.node IS NULL THEN 1 ELSE 0 END AS goes
FROM ancestors AS a
JOIN ancestors AS o ON o.item = a.item AND o.distance > a.distance
JOIN covers AS c ON c.node = o.node
LEFT JOIN fixed AS f ON f.node = a.node

-- name: telling
-- Which records show a label, and below it as many labels as it has items but one? Each stands for an item of its own, so
-- whoever sees them knows that all of these items are there: AB beside a is b, AB beside ABCD, c and d says a and b.
-- in:  shown (record_id, node), unknown_rows (record_id, node): others that are, below (node, above, items, goes)
-- out: record_id, node (each of the labels below that may go up; where none may, the one above)
SELECT DISTINCT record_id, CASE WHEN movable = 0 THEN above ELSE node END AS node
FROM (
  SELECT
    x.record_id, x.node, b.above, b.items, b.goes,
    count(*) OVER (PARTITION BY x.record_id, b.above) AS beside,
    sum(b.goes) OVER (PARTITION BY x.record_id, b.above) AS movable
  FROM (
    SELECT record_id, node FROM shown
    UNION ALL
    SELECT record_id, node FROM unknown_rows
  ) AS x
  JOIN below AS b ON b.node = x.node
  JOIN shown AS l ON l.record_id = x.record_id AND l.node = b.above
) AS labels
WHERE beside = items - 1 AND (goes = 1 OR movable = 0)
