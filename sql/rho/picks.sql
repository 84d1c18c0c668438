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
