-- Mend one round: which occurrences are suppressed for each broken rule, and which rules wait for a later round?
-- 1. The records that hold all of a rule, and those of them that lose the item: first those where that serves most rules,
--    then by lot.
-- 2. In turn, each rule is accepted whose records no earlier accepted one takes an item of the rule from. Steps over all
--    open rules at once decide which wait. The accepted ones suppress what they propose.
-- Nakagawa, Arai, Nakagawa, Algorithm 1, lines 11 to 14, many rules in a round.
-- phase: suppressing items of rules above rho

-- name: rule_records
-- Which records hold all of a chosen rule? One row for each item of the rule.
-- in:  chosen (rank, set_id, sensitive_item, held, item, needed), occurrences (record_id, set_id),
--      sensitive_rows (record_id, item)
-- out: rank, record_id, item, held (by so many records the rule is), needed (0 where the rule keeps the item)
SELECT
  cast(i.rank AS integer) AS rank,
  o.record_id,
  cast(i.item AS integer) AS item,
  cast(i.held AS integer) AS held,
  cast(i.needed AS integer) AS needed
FROM chosen AS c
JOIN occurrences AS o ON o.set_id = c.set_id
JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item = c.sensitive_item
JOIN chosen AS i ON i.rank = c.rank
WHERE c.item = c.sensitive_item

-- name: proposed_suppressions
-- In which records does each chosen rule lose its item? In those where the loss serves most other rules, then by lot: in a
-- pseudo-random order by a keyed hash, so that a seed draws the same records on every engine. Where all of its records
-- lose it there is nothing to draw.
-- in:  rule_records (rank, record_id, item, held: by so many records, needed: 0 where the rule keeps the item)
-- out: rank, record_id, item
-- Nakagawa et al., Algorithm 1, lines 12 to 14
SELECT k.rank, k.record_id, k.item
FROM (
  SELECT
    v.rank,
    v.record_id,
    v.item,
    v.needed,
    row_number() OVER (
      PARTITION BY v.rank
      ORDER BY
        s.served DESC,
        CASE WHEN v.needed < v.held THEN md5(concat($key, ':', cast(v.record_id as text))) END,
        v.record_id
    ) AS record_rank
  FROM rule_records AS v
  JOIN (
    SELECT x.record_id, x.item, count(*) AS served
    FROM rule_records AS x
    GROUP BY x.record_id, x.item
  ) AS s ON s.record_id = v.record_id AND s.item = v.item
  WHERE v.needed > 0
) AS k
WHERE k.record_rank <= k.needed

-- name: conflicts
-- Which chosen rules hold in records which an earlier one would take an item of theirs from?
-- in:  proposed_suppressions (rank, record_id, item), rule_records (rank, record_id, item)
-- out: rank, record_id, item, earlier (the rank of the first that would take it)
SELECT v.rank, v.record_id, v.item, e.rank AS earlier
FROM rule_records AS v
JOIN (
  SELECT p.record_id, p.item, min(p.rank) AS rank
  FROM proposed_suppressions AS p
  GROUP BY p.record_id, p.item
) AS e ON e.record_id = v.record_id AND e.item = v.item AND e.rank < v.rank

-- name: decisions
-- Which rules in conflict are late, since a rule without a conflict takes an item of their records, and which are open until
-- an earlier one is decided? The first to take an item from a record has no conflict over it.
-- in:  conflicts (rank, earlier)
-- out: rank, status (0: late, 1: open)
SELECT c.rank, min(CASE WHEN o.rank IS NULL THEN 0 ELSE 1 END) AS status
FROM conflicts AS c
LEFT JOIN (SELECT DISTINCT x.rank FROM conflicts AS x) AS o ON o.rank = c.earlier
GROUP BY c.rank

-- name: undecided
-- Which rules are not accepted, or not yet?
-- in:  decisions (rank, status: 0 late, 1 open, 2 accepted)
-- out: rank, status
SELECT t.rank, t.status
FROM decisions AS t
WHERE t.status < 2

-- name: next_decisions
-- Which open rules can be accepted, since no earlier one that is open takes an item of their records, and which are late
-- then?
-- in:  decisions (rank, status), conflicts (rank, record_id, item), proposed_suppressions (rank, record_id, item)
-- out: rank, status (0: late, 1: open, 2: accepted)
WITH waiting AS (
  SELECT c.rank, f.rank AS earlier
  FROM conflicts AS c
  JOIN (
    SELECT p.record_id, p.item, min(p.rank) AS rank
    FROM proposed_suppressions AS p
    SEMI JOIN decisions AS t ON t.rank = p.rank AND t.status = 1
    GROUP BY p.record_id, p.item
  ) AS f ON f.record_id = c.record_id AND f.item = c.item AND f.rank < c.rank
)
SELECT t.rank, CASE WHEN t.status <> 1 THEN t.status ELSE coalesce(w.status, 2) END AS status
FROM decisions AS t
LEFT JOIN (
  SELECT c.rank, min(CASE WHEN o.rank IS NULL THEN 0 ELSE 1 END) AS status
  FROM waiting AS c
  LEFT JOIN (SELECT DISTINCT x.rank FROM waiting AS x) AS o ON o.rank = c.earlier
  GROUP BY c.rank
) AS w ON w.rank = t.rank

-- name: suppressions
-- What do the accepted rules suppress, and for which of them is it? Causes are numbered from $first + 1, in turn.
-- in:  proposed_suppressions (rank, record_id, item),
--      decisions (rank, status: 2 accepted; a rule that is not there is accepted, too)
-- out: record_id, item, cause
SELECT p.record_id, p.item, cast(p.rank AS bigint) + $first AS cause
FROM proposed_suppressions AS p
ANTI JOIN decisions AS t ON t.rank = p.rank AND t.status < 2
