-- The same rules where persons count besides records. These queries stand in for those of the steps before that count; all the
-- others serve as they are. A support is then pair(persons, records): the share of persons has a limit as that of records has.
-- Which sets are looked at stays a matter of records: a set that as many records hold as a part of it tells nothing new of
-- persons either, since these are the same records. By persons alone that would be wrong.
-- 1. What a person wants hidden is to be hidden in all records of that person. 2. Rules with persons. 3. The largest sets, where
-- only figures are asked for. 4. What was found of records, by person.
-- Reads persons (record_id, person), one person for each record.
-- phase: counting the persons behind rules

-- name: wishes
-- Which item is to be hidden in which record, since the person wants it hidden in one?
-- in:  wishes (record_id, item), persons (record_id, person)
-- out: record_id, item
SELECT p.record_id, w.item
FROM (
  SELECT DISTINCT o.person, v.item
  FROM wishes AS v
  JOIN persons AS o ON o.record_id = v.record_id
) AS w
JOIN persons AS p ON p.person = w.person

-- name: rules
-- As in count_rules: how many persons and records hold a set, and how many of them a sensitive item besides?
-- in:  occurrences (record_id, set_id, last: an item of the set), sensitive_rows (record_id, item), sets (set_id),
--      members (set_id, item), persons (record_id, person)
-- out: set_id, sensitive_item (the item), support_with_sensitive, support
SELECT c.set_id, c.sensitive_item, c.support_with_sensitive, s.support
FROM (
  SELECT k.set_id, k.sensitive_item, pair(count(*), cast(sum(k.n_records) AS bigint)) AS support_with_sensitive
  FROM (
    SELECT o.set_id, h.item AS sensitive_item, p.person, count(*) AS n_records
    FROM occurrences AS o
    JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item <> o.last
    JOIN persons AS p ON p.record_id = o.record_id
    GROUP BY o.set_id, h.item, p.person
  ) AS k
  GROUP BY k.set_id, k.sensitive_item
) AS c
JOIN (
  SELECT k.set_id, pair(count(*), cast(sum(k.n_records) AS bigint)) AS support
  FROM (
    SELECT o.set_id, p.person, count(*) AS n_records
    FROM occurrences AS o
    SEMI JOIN sets AS t ON t.set_id = o.set_id
    JOIN persons AS p ON p.record_id = o.record_id
    GROUP BY o.set_id, p.person
  ) AS k
  GROUP BY k.set_id
) AS s ON s.set_id = c.set_id
ANTI JOIN members AS m ON m.set_id = c.set_id AND m.item = c.sensitive_item

-- name: shares
-- As in count_last: of each set that several records hold, how many persons and records have a sensitive item besides?
-- in:  occurrences (record_id, set_id, last), sensitive_rows (record_id, item), sets (set_id), persons (record_id, person)
-- out: set_id, item (the sensitive one), support_with_sensitive
SELECT k.set_id, k.item, pair(count(*), cast(sum(k.n_records) AS bigint)) AS support_with_sensitive
FROM (
  SELECT o.set_id, h.item, p.person, count(*) AS n_records
  FROM occurrences AS o
  SEMI JOIN sets AS s ON s.set_id = o.set_id
  JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item <> o.last
  JOIN persons AS p ON p.record_id = o.record_id
  GROUP BY o.set_id, h.item, p.person
) AS k
GROUP BY k.set_id, k.item

-- name: sets_of_several
-- The sets that several records hold, with the persons who do.
-- in:  sets (set_id, parent_id, support), occurrences (record_id, set_id), persons (record_id, person)
-- out: set_id, parent_id, support
SELECT s.set_id, s.parent_id, pair(c.n, s.support) AS support
FROM sets AS s
JOIN (
  SELECT k.set_id, count(*) AS n
  FROM (
    SELECT DISTINCT o.set_id, p.person
    FROM occurrences AS o
    SEMI JOIN sets AS t ON t.set_id = o.set_id AND t.support > 1
    JOIN persons AS p ON p.record_id = o.record_id
  ) AS k
  GROUP BY k.set_id
) AS c ON c.set_id = s.set_id

-- name: confidences
-- How surely does an item follow about each person? The highest of what follows about the person's records.
-- in:  confidences (record_id, confidence), persons (record_id, person)
-- out: record_id (the person), confidence
SELECT p.person AS record_id, max(c.confidence) AS confidence
FROM confidences AS c
JOIN persons AS p ON p.record_id = c.record_id
GROUP BY p.person

-- name: holders_of_sensitive
-- How many persons have a record that holds each sensitive item?
-- in:  sensitive_rows (record_id, item), persons (record_id, person)
-- out: item, n_persons
SELECT r.item, count(DISTINCT p.person) AS n_persons
FROM sensitive_rows AS r
JOIN persons AS p ON p.record_id = r.record_id
GROUP BY r.item
