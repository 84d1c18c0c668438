-- Which of these occurrences are of records that lose at most $part of $whole of their items with them?
-- in:  gone (record_id, item, cause), transactions (record_id, item)
-- out: record_id, item, cause
SELECT g.record_id, g.item, g.cause
FROM gone AS g
JOIN (SELECT f.record_id, count(*) AS n FROM gone AS f GROUP BY f.record_id) AS lost ON lost.record_id = g.record_id
JOIN (
  SELECT t.record_id, count(*) AS n
  FROM transactions AS t
  SEMI JOIN gone AS f ON f.record_id = t.record_id
  GROUP BY t.record_id
) AS held ON held.record_id = g.record_id
WHERE lost.n * $whole <= held.n * $part
