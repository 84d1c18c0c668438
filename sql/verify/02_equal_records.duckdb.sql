-- DuckDB's form: sorted lists instead of sorted text, about four times as fast, and lists of equal records.

-- name: members
SELECT unnest(e.records) AS record_id, e.content_id
FROM (
  SELECT list(c.record_id) AS records, min(c.record_id) AS content_id
  FROM (SELECT t.record_id, list_sort(list(t.item)) AS content FROM coded AS t GROUP BY t.record_id) AS c
  GROUP BY c.content
) AS e
