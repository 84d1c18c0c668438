-- Which items may split the first group? All but the sensitive ones. And how many pairs with such an item does each record
-- hold: as many as it has other items ($by_pairs is 1), or is each record to count once (0)?
-- in:  transactions (record_id, item), kinds (items, kind_id, records), sensitive (item)
-- out: kind_id, group_id, item, records, pairs (of one record)
-- Terrovitis et al., section 5 (diversity)
SELECT
  k.kind_id,
  cast(0 AS integer) AS group_id,
  t.item,
  k.records,
  cast(CASE WHEN $by_pairs = 1 THEN k.items - 1 - coalesce(h.items, 0) ELSE 1 END AS integer) AS pairs
FROM transactions AS t
JOIN kinds AS k ON k.kind_id = t.record_id
ANTI JOIN sensitive AS s ON s.item = t.item
LEFT JOIN (
  SELECT x.record_id, count(*) AS items
  FROM transactions AS x
  JOIN sensitive AS y ON y.item = x.item
  GROUP BY x.record_id
) AS h ON h.record_id = k.kind_id
