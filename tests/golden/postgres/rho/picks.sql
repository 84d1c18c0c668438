SELECT
  k.place,
  k.record_id,
  k.item
FROM (
  SELECT
    u.place,
    u.record_id,
    u.item,
    u.needed,
    ROW_NUMBER() OVER (
      PARTITION BY u.place
      ORDER BY u.served DESC NULLS LAST, MD5(CONCAT(11, ':', CAST(u.record_id AS TEXT))), u.record_id
    ) AS rank
  FROM (
    SELECT
      v.place,
      v.record_id,
      i.item,
      i.needed,
      COUNT(*) OVER (PARTITION BY v.record_id, i.item) AS served
    FROM "covers" AS v
    JOIN "chosen" AS i
      ON i.place = v.place
  ) AS u
  WHERE
    u.needed > 0
) AS k
WHERE
  k.rank <= k.needed
