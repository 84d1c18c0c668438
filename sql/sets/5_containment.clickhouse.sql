-- ClickHouse's form: sorted lists instead of sorted text.

-- name: contents
SELECT
  h.record_id,
  arraySort(groupArray(n.number)) AS content,
  min(n.number) AS rarest,
  CAST(count(*) AS INTEGER) AS n_items,
  bit_or(CAST(1 AS BIGINT) << CAST(n.number % 62 AS INTEGER)) AS word,
  bit_or(CAST(1 AS BIGINT) << CAST(n.number % 61 AS INTEGER)) AS other_word
FROM held AS h
JOIN numbers AS n ON n.item = h.item
GROUP BY h.record_id
