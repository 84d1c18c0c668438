SELECT
  CAST(c.place + 11 AS INT) AS cause,
  i.item,
  CASE WHEN i.item = c.hidden THEN 1 ELSE 0 END AS is_hidden
FROM "chosen" AS c
JOIN "chosen_items" AS i
  ON i.place = c.place
SEMI JOIN "accepted" AS a
  ON a.place = c.place
