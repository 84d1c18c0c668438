-- The highest confidence of all, and the one that all but $above persons stay at or under. Who has none counts as 0.
-- in:  confidences (record_id, confidence), several rows a record
-- out: highest, percentile
SELECT coalesce(max(p.confidence), 0) AS highest, coalesce(max(p.confidence) FILTER (WHERE p.place > $above), 0) AS percentile
FROM (
  SELECT c.confidence, row_number() OVER (ORDER BY c.confidence DESC) AS place
  FROM (SELECT h.record_id, max(h.confidence) AS confidence FROM confidences AS h GROUP BY h.record_id) AS c
) AS p
