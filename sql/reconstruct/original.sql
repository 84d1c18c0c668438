-- A made-up original, its records in random order.
-- in:  made (place, item)
-- out: record_id, item
SELECT DISTINCT o.record_id, m.item
FROM made AS m
JOIN (
  SELECT
    p.place,
    row_number() OVER (ORDER BY md5(concat($seed, ':record:', cast(p.place AS text))), p.place) AS record_id
  FROM (SELECT DISTINCT x.place FROM made AS x) AS p
) AS o ON o.place = m.place
