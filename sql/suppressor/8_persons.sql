-- SUPPRESSOR where persons count, besides records: a support is pair(persons, records). These queries stand in for those of
-- the steps before that count or choose records; all the others serve as they are.
-- 1. Where sets occur: also who holds one in a record that cannot lose an item. 2. A rule that is above its limit in persons
-- takes an item from so many persons that it no longer is: from each in all records with the rule. 3. What is suppressed
-- leaves the counts: a person does not hold a set, or a rule, any longer once no record of that person does.
-- Reads persons (record_id, person), one person for each record.
-- phase: suppressing items of rules that persons hold

-- name: level_occurrences_with_sensitive
-- Where do sets occur, in records that can lose an item: that hold a sensitive one? Of the other records of a person one
-- is enough: it shows that the person holds the set whatever goes.
-- in:  occurrences (record_id, set_id), sensitive_rows (record_id), persons (record_id, person)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
SEMI JOIN sensitive_rows AS h ON h.record_id = o.record_id
UNION ALL
SELECT min(o.record_id) AS record_id, o.set_id
FROM occurrences AS o
JOIN persons AS p ON p.record_id = o.record_id
ANTI JOIN sensitive_rows AS h ON h.record_id = o.record_id
GROUP BY o.set_id, p.person

-- name: rule_records
-- Which records hold all of a chosen rule, and who is it that may lose an item: the person, in all of these records, or the
-- record alone? One row for each item of the rule.
-- in:  chosen (rank, set_id, sensitive_item, held, item, needed, by_person), occurrences (record_id, set_id),
--      sensitive_rows (record_id, item), persons (record_id, person)
-- out: rank, record_id, item, held (by so many holders the rule is), needed (0 where the rule keeps the item), holder
SELECT
  cast(i.rank AS integer) AS rank,
  o.record_id,
  cast(i.item AS integer) AS item,
  cast(i.held AS integer) AS held,
  cast(i.needed AS integer) AS needed,
  CASE WHEN c.by_person = 1 THEN p.person ELSE o.record_id END AS holder
FROM chosen AS c
JOIN occurrences AS o ON o.set_id = c.set_id
JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item = c.sensitive_item
JOIN persons AS p ON p.record_id = o.record_id
JOIN chosen AS i ON i.rank = c.rank
WHERE c.item = c.sensitive_item

-- name: proposed_suppressions
-- From whom does each chosen rule take its item? From those who lose least by it, each occurrence shared with the other
-- rules that it serves; then by lot.
-- in:  rule_records (rank, record_id, item, held: by so many, needed: 0 where the rule keeps the item, holder)
-- out: rank, record_id, item
WITH losses AS (
  SELECT v.rank, v.holder, v.record_id, v.item, v.held, v.needed, s.served
  FROM rule_records AS v
  JOIN (
    SELECT x.record_id, x.item, count(*) AS served
    FROM rule_records AS x
    GROUP BY x.record_id, x.item
  ) AS s ON s.record_id = v.record_id AND s.item = v.item
  WHERE v.needed > 0
)
SELECT l.rank, l.record_id, l.item
FROM losses AS l
JOIN (
  SELECT
    h.rank,
    h.holder,
    h.needed,
    row_number() OVER (
      PARTITION BY h.rank
      ORDER BY
        h.loss,
        CASE WHEN h.needed < h.held THEN md5(concat($key, ':', cast(h.record_id as text))) END,
        h.record_id
    ) AS holder_rank
  FROM (
    SELECT
      k.rank, k.holder, min(k.needed) AS needed, min(k.held) AS held, min(k.record_id) AS record_id,
      sum(720720 // nullif(k.served, 0)) AS loss
    FROM losses AS k
    GROUP BY k.rank, k.holder
  ) AS h
) AS c ON c.rank = l.rank AND c.holder = l.holder
WHERE c.holder_rank <= c.needed

-- name: lost_sets
-- How many persons hold each set no longer, and how many records of theirs or of others?
-- in:  lost (record_id, set_id), occurrences (record_id, set_id) that are left, persons (record_id, person)
-- out: set_id, n (pair of persons and records)
WITH losers AS (
  SELECT x.set_id, p.person, count(*) AS n_records
  FROM lost AS x
  JOIN persons AS p ON p.record_id = x.record_id
  GROUP BY x.set_id, p.person
)
SELECT l.set_id, pair(sum(CASE WHEN k.place IS NULL THEN 1 ELSE 0 END), cast(sum(l.n_records) AS bigint)) AS n
FROM losers AS l
LEFT JOIN (
  SELECT DISTINCT pair_key(o.set_id, q.person) AS place
  FROM occurrences AS o
  SEMI JOIN lost AS y ON y.set_id = o.set_id
  JOIN persons AS q ON q.record_id = o.record_id
) AS k ON k.place = pair_key(l.set_id, l.person)
GROUP BY l.set_id

-- name: losers_of_rules
-- Who holds each set with a sensitive item in fewer records than before, and in how many fewer? A record lost an item of the
-- set, or the sensitive item.
-- in:  rules (set_id, sensitive_item), lost (record_id, set_id), occurrences (record_id, set_id) that are left,
--      sensitive_rows (record_id, item) as they were before, suppressions (record_id, item), persons (record_id, person)
-- out: set_id, sensitive_item, person, n_records
SELECT t.set_id, t.sensitive_item, p.person, count(*) AS n_records
FROM (
  SELECT x.record_id, x.set_id, h.item AS sensitive_item
  FROM lost AS x
  JOIN sensitive_rows AS h ON h.record_id = x.record_id
  UNION ALL
  SELECT o.record_id, o.set_id, s.item AS sensitive_item
  FROM occurrences AS o
  JOIN suppressions AS s ON s.record_id = o.record_id
) AS t
SEMI JOIN rules AS r ON r.set_id = t.set_id AND r.sensitive_item = t.sensitive_item
JOIN persons AS p ON p.record_id = t.record_id
GROUP BY t.set_id, t.sensitive_item, p.person

-- name: lost_rules
-- How many persons hold each rule no longer, and how many records?
-- in:  losers (set_id, sensitive_item, person, n_records), occurrences (record_id, set_id) that are left,
--      sensitive_rows (record_id, item) as they were before, suppressions (record_id, item), persons (record_id, person)
-- out: set_id, sensitive_item, n (pair of persons and records)
WITH holders AS (
  SELECT h.record_id, pair_key(p.person, h.item) AS place
  FROM sensitive_rows AS h
  JOIN persons AS p ON p.record_id = h.record_id
  ANTI JOIN suppressions AS s ON s.record_id = h.record_id AND s.item = h.item
)
SELECT
  l.set_id,
  l.sensitive_item,
  pair(sum(CASE WHEN k.set_id IS NULL THEN 1 ELSE 0 END), cast(sum(l.n_records) AS bigint)) AS n
FROM losers AS l
LEFT JOIN (
  SELECT DISTINCT c.set_id, c.sensitive_item, c.person
  FROM losers AS c
  JOIN holders AS v ON v.place = pair_key(c.person, c.sensitive_item)
  JOIN occurrences AS o ON pair_key(o.record_id, o.set_id) = pair_key(v.record_id, c.set_id)
) AS k ON k.set_id = l.set_id AND k.sensitive_item = l.sensitive_item AND k.person = l.person
GROUP BY l.set_id, l.sensitive_item

-- name: recounted
-- The rules with what was lost taken off.
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support, size), lost_sets (set_id, n),
--      lost_rules (set_id, sensitive_item, n)
-- out: set_id, sensitive_item, support_with_sensitive, support, size
SELECT
  r.set_id,
  r.sensitive_item,
  r.support_with_sensitive - coalesce(b.n, 0) AS support_with_sensitive,
  r.support - coalesce(l.n, 0) AS support,
  r.size
FROM rules AS r
LEFT JOIN lost_sets AS l ON l.set_id = r.set_id
LEFT JOIN lost_rules AS b ON b.set_id = r.set_id AND b.sensitive_item = r.sensitive_item
WHERE r.support_with_sensitive > coalesce(b.n, 0)
