SELECT DISTINCT
  a.record_id
FROM "remaining" AS a
JOIN "remaining" AS b
  ON b.record_id = a.record_id AND b.gen_id > a.gen_id
JOIN (
  SELECT
    c.left_id,
    c.right_id
  FROM "counted" AS c
  WHERE
    c.support < 11 AND c.support > 2
) AS t
  ON t.left_id = a.gen_id AND t.right_id = b.gen_id
