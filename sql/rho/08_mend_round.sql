-- Mend one round: which rules are broken, which occurrences go for each, which rules must wait.
-- 1. The rules above their limit and their items. Python ranks them, and chooses for each the item that is to go and how
--    often.
-- 2. The records that hold all of a rule; in which of them the item is to go: first where that serves most rules, then by
--    lot.
-- 3. In turn, each rule is accepted whose records no earlier accepted one takes an item of the rule from. Steps over all
--    open rules at once settle who waits; what the accepted ones suppress goes.
-- Nakagawa, Arai, Nakagawa, Algorithm 1, lines 10 to 14, many rules in a round.

-- name: broken_rules
-- Which rules are above the limit of their item, part / whole?
-- in:  rules (set_id, hidden, both, support, size), limits (item, part, whole)
-- out: set_id, hidden, both, support, size
SELECT r.set_id, r.hidden, r.both, r.support, r.size
FROM rules AS r
JOIN limits AS l ON l.item = r.hidden
WHERE cast(r.both AS bigint) * l.whole > cast(r.support AS bigint) * l.part

-- name: broken_members
-- Which items make up the sets of the rules above the limit of their item, part / whole?
-- in:  members (set_id, item), rules (set_id, hidden, both, support), limits (item, part, whole)
-- out: set_id, item
SELECT m.set_id, m.item
FROM members AS m
SEMI JOIN (
  SELECT r.set_id
  FROM rules AS r
  JOIN limits AS l ON l.item = r.hidden
  WHERE cast(r.both AS bigint) * l.whole > cast(r.support AS bigint) * l.part
) AS b ON b.set_id = m.set_id
ORDER BY m.set_id, m.item

-- name: rule_records
-- Which records hold all of a chosen rule? One row for each item of the rule.
-- in:  chosen (place, set_id, hidden, held, item, needed), occurrences (record_id, set_id), sensitive_rows (record_id, item)
-- out: place, record_id, item, held (by so many records the rule is), needed (0 where the rule keeps the item)
SELECT
  cast(i.place AS integer) AS place,
  o.record_id,
  cast(i.item AS integer) AS item,
  cast(i.held AS integer) AS held,
  cast(i.needed AS integer) AS needed
FROM chosen AS c
JOIN occurrences AS o ON o.set_id = c.set_id
JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item = c.hidden
JOIN chosen AS i ON i.place = c.place
WHERE c.item = c.hidden

-- name: proposed_suppressions
-- In which records does each chosen rule lose its item? In those where the loss serves most other rules, then by lot: in a
-- pseudo-random order by a keyed hash, so that a seed draws the same records on every engine. Where all of its records
-- lose it there is nothing to draw.
-- in:  covers (place, record_id, item, held: by so many records, needed: 0 where the rule keeps the item)
-- out: place, record_id, item
-- Nakagawa et al., Algorithm 1, lines 12 to 14
SELECT k.place, k.record_id, k.item
FROM (
  SELECT
    v.place,
    v.record_id,
    v.item,
    v.needed,
    row_number() OVER (
      PARTITION BY v.place
      ORDER BY
        s.served DESC,
        CASE WHEN v.needed < v.held THEN md5(concat($seed, ':', cast(v.record_id as text))) END,
        v.record_id
    ) AS rank
  FROM covers AS v
  JOIN (
    SELECT x.record_id, x.item, count(*) AS served
    FROM covers AS x
    GROUP BY x.record_id, x.item
  ) AS s ON s.record_id = v.record_id AND s.item = v.item
  WHERE v.needed > 0
) AS k
WHERE k.rank <= k.needed

-- name: conflicts
-- Which chosen rules hold in records which an earlier one would take an item of theirs from?
-- in:  picks (place, record_id, item), covers (place, record_id, item)
-- out: place, record_id, item, earlier (the place of the first that would take it)
SELECT v.place, v.record_id, v.item, e.place AS earlier
FROM covers AS v
JOIN (
  SELECT p.record_id, p.item, min(p.place) AS place
  FROM picks AS p
  GROUP BY p.record_id, p.item
) AS e ON e.record_id = v.record_id AND e.item = v.item AND e.place < v.place

-- name: decisions
-- Which contested rules are late, since a rule that nobody contests takes an item of their records, and which are open until
-- it is known what comes of an earlier one? Whoever takes an item first from a record is contested by nobody else for it.
-- in:  contested (place, earlier)
-- out: place, verdict (0: late, 1: open)
SELECT c.place, min(CASE WHEN o.place IS NULL THEN 0 ELSE 1 END) AS verdict
FROM contested AS c
LEFT JOIN (SELECT DISTINCT x.place FROM contested AS x) AS o ON o.place = c.earlier
GROUP BY c.place

-- name: undecided
-- Which rules are not accepted, or not yet?
-- in:  turns (place, verdict: 0 late, 1 open, 2 accepted)
-- out: place, verdict
SELECT t.place, t.verdict
FROM turns AS t
WHERE t.verdict < 2

-- name: next_decisions
-- Which open rules can be accepted, since no earlier one that is open takes an item of their records, and which are late then?
-- in:  turns (place, verdict), contested (place, record_id, item), picks (place, record_id, item)
-- out: place, verdict (0: late, 1: open, 2: accepted)
WITH waiting AS (
  SELECT c.place, f.place AS earlier
  FROM contested AS c
  JOIN (
    SELECT p.record_id, p.item, min(p.place) AS place
    FROM picks AS p
    SEMI JOIN turns AS t ON t.place = p.place AND t.verdict = 1
    GROUP BY p.record_id, p.item
  ) AS f ON f.record_id = c.record_id AND f.item = c.item AND f.place < c.place
)
SELECT t.place, CASE WHEN t.verdict <> 1 THEN t.verdict ELSE coalesce(w.verdict, 2) END AS verdict
FROM turns AS t
LEFT JOIN (
  SELECT c.place, min(CASE WHEN o.place IS NULL THEN 0 ELSE 1 END) AS verdict
  FROM waiting AS c
  LEFT JOIN (SELECT DISTINCT x.place FROM waiting AS x) AS o ON o.place = c.earlier
  GROUP BY c.place
) AS w ON w.place = t.place

-- name: suppressions
-- What do the accepted rules suppress, and for which of them is it? Causes are numbered from $first + 1, in turn.
-- in:  picks (place, record_id, item), turns (place, verdict: 2 accepted; whoever is not there is accepted, too)
-- out: record_id, item, cause
SELECT p.record_id, p.item, cast(p.place AS bigint) + $first AS cause
FROM picks AS p
ANTI JOIN turns AS t ON t.place = p.place AND t.verdict < 2
