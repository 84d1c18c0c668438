-- LGPS where persons count besides records: a person's records stay in one group, for only then do the numbers of persons
-- of the groups add up, as those of records do. These queries stand in for those of the steps before that divide groups.
-- 1. A group is divided by what each person holds in all records together. 2. Parts are too small by persons.
-- 3. The persons of the records of trials, for SUPPRESSOR. Reads persons (record_id, person).
-- phase: dividing persons into groups

-- name: signatures
-- Which children of the picked label does each person hold, in any record of the group? For each record of the person.
-- in:  occurrences (group_id, record_id, item, node), picked (group_id, node), steps (item, node, child),
--      persons (record_id, person)
-- out: group_id, record_id, signature
SELECT r.group_id, r.record_id, coalesce(k.signature, '') AS signature
FROM (
  SELECT DISTINCT o.group_id, o.record_id
  FROM occurrences AS o
  SEMI JOIN picked AS g ON g.group_id = o.group_id
) AS r
JOIN persons AS q ON q.record_id = r.record_id
LEFT JOIN (
  SELECT c.person, string_agg(cast(c.child AS text), ',' ORDER BY c.child) AS signature
  FROM (
    SELECT DISTINCT h.person, s.child
    FROM occurrences AS o
    JOIN picked AS p ON p.group_id = o.group_id AND p.node = o.node
    JOIN steps AS s ON s.item = o.item AND s.node = o.node
    JOIN persons AS h ON h.record_id = o.record_id
  ) AS c
  GROUP BY c.person
) AS k ON k.person = q.person

-- name: small_parts
-- Which parts would hold a sensitive item among fewer than 1 / limit persons?
-- in:  signatures (group_id, record_id, signature), occurrences (record_id, item), limits (item, limit_num, limit_den),
--      persons (record_id, person)
-- out: group_id, signature
SELECT DISTINCT h.group_id, h.signature
FROM (
  SELECT DISTINCT s.group_id, s.signature, o.item
  FROM signatures AS s
  JOIN occurrences AS o ON o.record_id = s.record_id
  SEMI JOIN limits AS x ON x.item = o.item
) AS h
JOIN limits AS l ON l.item = h.item
JOIN (
  SELECT c.group_id, c.signature, count(DISTINCT p.person) AS n_persons
  FROM signatures AS c
  JOIN persons AS p ON p.record_id = c.record_id
  GROUP BY c.group_id, c.signature
) AS n ON n.group_id = h.group_id AND n.signature = h.signature
WHERE n.n_persons * l.limit_num < l.limit_den

-- name: unfit
-- Which proposed groups still hold a sensitive item, but have fewer than 1 / limit persons?
-- in:  trial_occurrences (trial_id, record_id, item, node), trial_lost (trial_id, record_id, node),
--      limits (item, limit_num, limit_den), persons (record_id, person)
-- out: trial_id
SELECT DISTINCT h.trial_id
FROM trial_occurrences AS h
ANTI JOIN trial_lost AS l ON l.trial_id = h.trial_id AND l.record_id = h.record_id AND l.node = h.node
JOIN limits AS x ON x.item = h.node
JOIN (
  SELECT o.trial_id, count(DISTINCT p.person) AS n_persons
  FROM trial_occurrences AS o
  ANTI JOIN trial_lost AS k ON k.trial_id = o.trial_id AND k.record_id = o.record_id AND k.node = o.node
  JOIN persons AS p ON p.record_id = o.record_id
  GROUP BY o.trial_id
) AS n ON n.trial_id = h.trial_id
WHERE n.n_persons * x.limit_num < x.limit_den

-- name: trial_persons
-- Whose are the records of trials? Their numbers are those of trial_rows.
-- in:  trial_occurrences (trial_id, record_id), trials (trial_id, kind), persons (record_id, person)
-- out: record_id, person
SELECT cast(d.record_id * 8 + d.kind AS integer) AS record_id, p.person
FROM (
  SELECT DISTINCT o.record_id, t.kind
  FROM trial_occurrences AS o
  JOIN trials AS t ON t.trial_id = o.trial_id
) AS d
JOIN persons AS p ON p.record_id = d.record_id
