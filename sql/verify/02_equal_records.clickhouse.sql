-- ClickHouse's form: sorted lists instead of sorted text.

-- name: members
SELECT c.record_id, min(c.record_id) OVER (PARTITION BY c.content) AS content_id
FROM (SELECT t.record_id, arraySort(groupArray(t.item)) AS content FROM coded AS t GROUP BY t.record_id) AS c
