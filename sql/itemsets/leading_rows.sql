-- Which record holds which of the $most most frequent items?
-- in:  transactions (record_id, item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
JOIN (
  SELECT s.item
  FROM transactions AS s
  GROUP BY s.item
  ORDER BY count(*) DESC, s.item
  LIMIT $most
) AS l ON l.item = t.item
