-- What stands for each occurrence at the end: it starts at its floor and goes up whenever its label does in its record.
-- phase: writing what stands for each item

-- name: moved
-- Which occurrences are lifted from where they are, first when, and to which node (0: to none)?
-- in:  occurrences (record_id, item, node, round), moves (record_id, node, round), steps (node, parent)
-- out: record_id, item, node, round
SELECT o.record_id, o.item, s.parent AS node, min(m.round) AS round
FROM occurrences AS o
JOIN moves AS m ON m.record_id = o.record_id AND m.node = o.node AND m.round > o.round
JOIN steps AS s ON s.node = o.node
GROUP BY o.record_id, o.item, s.parent

-- name: settled
-- Which occurrences stay where they are?
-- in:  occurrences (record_id, item, node, round), moved (record_id, item)
-- out: record_id, item, node
SELECT o.record_id, o.item, o.node
FROM occurrences AS o
ANTI JOIN moved AS m ON m.record_id = o.record_id AND m.item = o.item

-- name: on_the_way
-- Which of them are not gone?
-- in:  moved (record_id, item, node, round)
-- out: record_id, item, node, round
SELECT record_id, item, node, round FROM moved WHERE node > 0

-- name: rows
-- Which labels does each record show?
-- in:  occurrences (record_id, node)
-- out: record_id, item (a node)
SELECT DISTINCT record_id, node AS item FROM occurrences

-- name: suppressed
-- Which occurrences are gone?
-- in:  transactions (record_id, item), occurrences (record_id, item)
-- out: record_id, node (the item), cause (none is told)
SELECT t.record_id, t.item AS node, CAST(NULL AS INTEGER) AS cause
FROM transactions AS t
ANTI JOIN occurrences AS o ON o.record_id = t.record_id AND o.item = t.item

-- name: all_occurrences
-- What stands for each item of the source, the item itself where it is gone?
-- in:  occurrences (record_id, item, node), suppressed (record_id, node)
-- out: record_id, item, node
SELECT record_id, item, node FROM occurrences
UNION ALL
SELECT record_id, node AS item, node FROM suppressed

-- name: loss
-- How much is lost, and at most: leaves under labels, but for $uncounted of each, as often as the item weighs? One that is gone
-- loses all leaves, one under a label that costs nothing none.
-- in:  transactions (record_id, item), occurrences (record_id, item, node), nodes (node, leaves), weights (item, thousandths):
--      1000 where there is none, free (node)
-- out: lost, most
SELECT sum(weight * lost) AS lost, sum(weight * most) AS most
FROM (
  SELECT
    coalesce(w.thousandths, 1000) AS weight,
    r.most,
    CASE
      WHEN o.node IS NULL THEN r.most
      WHEN f.node IS NOT NULL OR n.leaves = 1 THEN 0
      ELSE n.leaves - $uncounted
    END AS lost
  FROM transactions AS t
  CROSS JOIN (SELECT max(leaves) - $uncounted AS most FROM nodes) AS r
  LEFT JOIN occurrences AS o ON o.record_id = t.record_id AND o.item = t.item
  LEFT JOIN nodes AS n ON n.node = o.node
  LEFT JOIN free AS f ON f.node = o.node
  LEFT JOIN weights AS w ON w.item = t.item
) AS rows_lost

-- name: unchanged
-- Which items are as they are in each record?
-- in:  occurrences (record_id, item, node), suppressed (record_id, node): the item
-- out: item
SELECT o.item
FROM occurrences AS o
LEFT JOIN suppressed AS s ON s.record_id = o.record_id AND s.node = o.item
GROUP BY o.item
HAVING count(*) FILTER (WHERE o.node <> o.item OR s.node IS NOT NULL) = 0
