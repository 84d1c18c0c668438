SELECT
  w.record_id,
  w.item
FROM "wishes" AS w
SEMI JOIN (
  SELECT DISTINCT
    t.record_id,
    p.hidden
  FROM "transactions" AS t
  JOIN "pairs" AS p
    ON p.set_id = t.item
) AS k
  ON k.record_id = w.record_id AND k.hidden = w.item
