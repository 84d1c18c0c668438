SELECT
  k.place,
  k.record_id,
  k.item
FROM (
  SELECT
    c.place,
    v.record_id,
    c.item,
    c.needed,
    ROW_NUMBER() OVER (PARTITION BY c.place ORDER BY s.served DESC, l.ticket NULLS LAST) AS rank
  FROM `chosen` AS c
  JOIN `covers` AS v
    ON v.place = c.place
  JOIN (
    SELECT
      u.record_id,
      i.item,
      COUNT(*) AS served
    FROM `covers` AS u
    JOIN `chosen_items` AS i
      ON i.place = u.place
    GROUP BY
      u.record_id,
      i.item
  ) AS s
    ON s.record_id = v.record_id AND s.item = c.item
  JOIN `lottery` AS l
    ON l.record_id = v.record_id
) AS k
WHERE
  k.rank <= k.needed
