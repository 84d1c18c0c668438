SELECT
  w.record_id,
  w.item
FROM "wishes" AS w
WHERE
  EXISTS(
    SELECT
      1
    FROM (
      SELECT DISTINCT
        t.record_id,
        p.hidden
      FROM "transactions" AS t
      JOIN "pairs" AS p
        ON p.set_id = t.item
    ) AS k
    WHERE
      k.record_id = w.record_id AND k.hidden = w.item
  )
