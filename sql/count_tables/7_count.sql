-- Count the cells of a source: items, labels, pairs and chosen itemsets, of each group and of all. A unit is a record or a person; a person
-- is counted where one record of theirs is of the group and holds all of it.
-- phase: counting cells

-- name: group_values
-- The value of each record in a column of groups.
-- in:  names (record_id, source_id), value_names (record_id, source_id), value_rows (record_id, item), value_items (item, label)
-- out: record_id, value
SELECT DISTINCT n.record_id, i.label AS value
FROM names AS n
JOIN value_names AS v ON v.source_id = n.source_id
JOIN value_rows AS r ON r.record_id = v.record_id
JOIN value_items AS i ON i.item = r.item

-- name: without_one_value
-- How many records have no value in a column of groups, or several?
-- in:  transactions (record_id), group_values (record_id)
-- out: n
SELECT count(*) AS n
FROM (SELECT DISTINCT record_id FROM transactions) AS t
LEFT JOIN (SELECT record_id, count(*) AS n FROM group_values GROUP BY record_id) AS v ON v.record_id = t.record_id
WHERE v.n IS NULL OR v.n > 1

-- name: persons_of_several
-- How many persons have several values in a column of groups? If none has, its groups add up.
-- in:  group_values (record_id, value), persons (record_id, person)
-- out: n
SELECT count(*) AS n
FROM (
  SELECT p.person
  FROM persons AS p
  JOIN group_values AS v ON v.record_id = p.record_id
  GROUP BY p.person
  HAVING count(DISTINCT v.value) > 1
) AS several

-- name: everybody
-- Each record is counted in the group of all.
-- in:  transactions (record_id)
-- out: record_id, one, two, three ('': all)
SELECT DISTINCT record_id, '' AS one, '' AS two, '' AS three FROM transactions

-- name: with_first
-- And by the first column of groups.
-- in:  members (record_id, one, two, three), group_values (record_id, value)
-- out: record_id, one, two, three
SELECT m.record_id, v.value AS one, m.two, m.three
FROM members AS m
JOIN group_values AS v ON v.record_id = m.record_id

-- name: with_second
-- And by the second one.
-- in:  members (record_id, one, two, three), group_values (record_id, value)
-- out: record_id, one, two, three
SELECT m.record_id, m.one, v.value AS two, m.three
FROM members AS m
JOIN group_values AS v ON v.record_id = m.record_id

-- name: with_third
-- And by the third one.
-- in:  members (record_id, one, two, three), group_values (record_id, value)
-- out: record_id, one, two, three
SELECT m.record_id, m.one, m.two, v.value AS three
FROM members AS m
JOIN group_values AS v ON v.record_id = m.record_id

-- name: groups
-- Number the groups.
-- in:  members (one, two, three)
-- out: grp, one, two, three
SELECT CAST(row_number() OVER (ORDER BY g.one, g.two, g.three) AS INTEGER) AS grp, g.one, g.two, g.three
FROM (SELECT DISTINCT one, two, three FROM members) AS g

-- name: units
-- Which unit is each record of, and in which groups?
-- in:  members (record_id, one, two, three), groups (grp, one, two, three), owners (record_id, unit)
-- out: record_id, grp, unit
SELECT m.record_id, g.grp, o.unit
FROM members AS m
JOIN groups AS g ON g.one = m.one AND g.two = m.two AND g.three = m.three
JOIN owners AS o ON o.record_id = m.record_id

-- name: records_as_units
-- Each record is a unit.
-- in:  transactions (record_id)
-- out: record_id, unit
SELECT DISTINCT record_id, record_id AS unit FROM transactions

-- name: items_held
-- The items of each record.
-- in:  transactions (record_id, item)
-- out: record_id, label (an item)
SELECT DISTINCT record_id, item AS label FROM transactions

-- name: labels_held
-- The labels over the items of each record, but for the root.
-- in:  transactions (record_id, item), ancestors (item, node, distance), nodes (node, depth)
-- out: record_id, label (a node)
SELECT DISTINCT t.record_id, a.node AS label
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item AND a.distance > 0
JOIN nodes AS n ON n.node = a.node AND n.depth > 0

-- name: of_all
-- How many units are in each group? At least $k.
-- in:  units (grp, unit)
-- out: grp, a (0: no label), b, c, n
SELECT grp, CAST(0 AS BIGINT) AS a, CAST(0 AS BIGINT) AS b, CAST(0 AS BIGINT) AS c, count(DISTINCT unit) AS n
FROM units
GROUP BY grp
HAVING count(DISTINCT unit) >= $k

-- name: of_labels
-- How many units of each group hold each label?
-- in:  units (record_id, grp, unit), held (record_id, label)
-- out: grp, a, b (0), c (0), n
SELECT u.grp, CAST(h.label AS BIGINT) AS a, CAST(0 AS BIGINT) AS b, CAST(0 AS BIGINT) AS c, count(DISTINCT u.unit) AS n
FROM units AS u
JOIN held AS h ON h.record_id = u.record_id
GROUP BY u.grp, h.label
HAVING count(DISTINCT u.unit) >= $k

-- name: of_pairs_of_records
-- How many records of each group hold each pair?
-- in:  units (record_id, grp), held (record_id, label)
-- out: grp, a, b, c (0), n
SELECT u.grp, CAST(x.label AS BIGINT) AS a, CAST(y.label AS BIGINT) AS b, CAST(0 AS BIGINT) AS c, count(*) AS n
FROM units AS u
JOIN held AS x ON x.record_id = u.record_id
JOIN held AS y ON y.record_id = u.record_id AND y.label > x.label
GROUP BY u.grp, x.label, y.label
HAVING count(*) >= $k

-- name: of_pairs
-- How many persons of each group hold each pair in one record?
-- in:  units (record_id, grp, unit), held (record_id, label)
-- out: grp, a, b, c (0), n
SELECT u.grp, CAST(x.label AS BIGINT) AS a, CAST(y.label AS BIGINT) AS b, CAST(0 AS BIGINT) AS c, count(DISTINCT u.unit) AS n
FROM units AS u
JOIN held AS x ON x.record_id = u.record_id
JOIN held AS y ON y.record_id = u.record_id AND y.label > x.label
GROUP BY u.grp, x.label, y.label
HAVING count(DISTINCT u.unit) >= $k

-- name: frequent
-- The items that k hold in the group of all: no pair of others is held by k.
-- in:  held (record_id, label), counted (grp, a, b), groups (grp, one, two, three)
-- out: record_id, label
SELECT h.record_id, h.label
FROM held AS h
SEMI JOIN (
  SELECT c.a
  FROM counted AS c
  JOIN groups AS g ON g.grp = c.grp AND g.one = '' AND g.two = '' AND g.three = ''
  WHERE c.b = 0
) AS f ON f.a = h.label

-- name: chosen_labels
-- The labels of the chosen itemsets that the source has all labels of.
-- in:  chosen (itemset_id, item: its name, size), names (label, name)
-- out: itemset_id, label, size
SELECT m.itemset_id, m.label, m.size
FROM (
  SELECT c.itemset_id, n.label, c.size, count(*) OVER (PARTITION BY c.itemset_id) AS there
  FROM chosen AS c
  JOIN names AS n ON n.name = c.item
) AS m
WHERE m.there = m.size

-- name: chosen_sets
-- The same as cells are written, each once.
-- in:  chosen_labels (itemset_id, label, size)
-- out: itemset_id, a, b, c (0: no label)
SELECT min(s.itemset_id) AS itemset_id, s.a, s.b, s.c
FROM (
  SELECT
    itemset_id,
    CAST(min(label) AS BIGINT) AS a,
    CAST(CASE WHEN size = 3 THEN sum(label) - min(label) - max(label) WHEN size = 2 THEN max(label) ELSE 0 END AS BIGINT) AS b,
    CAST(CASE WHEN size = 3 THEN max(label) ELSE 0 END AS BIGINT) AS c
  FROM chosen_labels
  GROUP BY itemset_id, size
) AS s
GROUP BY s.a, s.b, s.c

-- name: holding_chosen
-- Which records hold all of a chosen itemset?
-- in:  held (record_id, label), chosen_labels (itemset_id, label, size)
-- out: record_id, itemset_id
SELECT h.record_id, c.itemset_id
FROM held AS h
JOIN chosen_labels AS c ON c.label = h.label
GROUP BY h.record_id, c.itemset_id, c.size
HAVING count(*) = c.size

-- name: of_chosen
-- How many units of each group hold each chosen itemset?
-- in:  units (record_id, grp, unit), holding_chosen (record_id, itemset_id)
-- out: grp, itemset_id, n
SELECT u.grp, h.itemset_id, count(DISTINCT u.unit) AS n
FROM units AS u
JOIN holding_chosen AS h ON h.record_id = u.record_id
GROUP BY u.grp, h.itemset_id
HAVING count(DISTINCT u.unit) >= $k

-- name: chosen_cells
-- The chosen itemsets of each group that are not counted yet.
-- in:  groups (grp), chosen_sets (itemset_id, a, b, c), of_chosen (grp, itemset_id, n), counted (grp, a, b, c)
-- out: grp, a, b, c, n (missing: less than k)
SELECT g.grp, s.a, s.b, s.c, n.n
FROM groups AS g
CROSS JOIN chosen_sets AS s
LEFT JOIN of_chosen AS n ON n.grp = g.grp AND n.itemset_id = s.itemset_id
ANTI JOIN counted AS d ON d.grp = g.grp AND d.a = s.a AND d.b = s.b AND d.c = s.c

-- name: lines
-- Each cell as a line.
-- in:  counted (grp, a, b, c, n)
-- out: line, grp, a, b, c, n
SELECT CAST(row_number() OVER (ORDER BY grp, a, b, c) AS BIGINT) AS line, grp, a, b, c, n FROM counted

-- name: asked
-- The lines of chosen itemsets that too few hold.
-- in:  lines (line, n)
-- out: line
SELECT line FROM lines WHERE n IS NULL

-- name: line_labels
-- The labels of each line: items, and the values of its group.
-- in:  lines (line, grp, a, b, c), names (label, name), groups (grp, one, two, three)
-- out: line, place, name
SELECT l.line, 0 AS place, n.name FROM lines AS l JOIN names AS n ON n.label = l.a
UNION ALL
SELECT l.line, 0 AS place, n.name FROM lines AS l JOIN names AS n ON n.label = l.b
UNION ALL
SELECT l.line, 0 AS place, n.name FROM lines AS l JOIN names AS n ON n.label = l.c
UNION ALL
SELECT l.line, 1 AS place, g.one AS name FROM lines AS l JOIN groups AS g ON g.grp = l.grp AND g.one <> ''
UNION ALL
SELECT l.line, 2 AS place, g.two AS name FROM lines AS l JOIN groups AS g ON g.grp = l.grp AND g.two <> ''
UNION ALL
SELECT l.line, 3 AS place, g.three AS name FROM lines AS l JOIN groups AS g ON g.grp = l.grp AND g.three <> ''
