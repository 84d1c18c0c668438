SELECT
  k.record_id,
  k.item
FROM (
  SELECT DISTINCT
    o.record_id,
    r.hidden AS item
  FROM "rules" AS r
  JOIN "occurrences" AS o
    ON o.set_id = r.set_id
) AS k
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "asked" AS a
    WHERE
      a.record_id = k.record_id AND a.item = k.item
  )
