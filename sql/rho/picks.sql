-- In which records does each chosen rule lose its item? In those where the loss serves most other rules, then by lot: in a
-- pseudo-random order by a keyed hash, so that a seed draws the same records on every engine.
-- in:  covers (place, record_id), chosen (place, item, needed: 0 where the rule keeps the item)
-- out: place, record_id, item
-- Nakagawa et al., Algorithm 1, lines 12 to 14
SELECT k.place, k.record_id, k.item
FROM (
  SELECT
    u.place, u.record_id, u.item, u.needed,
    row_number() OVER (
      PARTITION BY u.place
      ORDER BY u.served DESC, md5(concat($seed, ':', cast(u.record_id AS text))), u.record_id
    ) AS rank
  FROM (
    SELECT v.place, v.record_id, i.item, i.needed, count(*) OVER (PARTITION BY v.record_id, i.item) AS served
    FROM covers AS v
    JOIN chosen AS i ON i.place = v.place
  ) AS u
  WHERE u.needed > 0
) AS k
WHERE k.rank <= k.needed
