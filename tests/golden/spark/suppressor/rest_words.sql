-- name: words_to_compare
SELECT
  COALESCE(SUM((
    s.second DIV 11 + 1
  ) * 13), 0) AS n
FROM `rarest_seconds` AS s
WHERE
  s.second < CAST(12 AS BIGINT) * 11

-- name: words
SELECT
  r.record_id,
  BIT_OR(SHIFTLEFT(CAST(1 AS BIGINT), r.item % 62)) AS word,
  BIT_OR(SHIFTLEFT(CAST(1 AS BIGINT), r.item % 61)) AS other_word
FROM `rows_by_rarity` AS r
GROUP BY
  r.record_id

-- name: rest_words
SELECT
  q.record_id,
  q.sensitive_item,
  p.part,
  w.word - (
    SHIFTLEFT(CAST(1 AS BIGINT), q.sensitive_item % 62)
  ) AS word,
  w.other_word - (
    SHIFTLEFT(CAST(1 AS BIGINT), q.sensitive_item % 61)
  ) AS other_word
FROM `rest_pairs` AS q
JOIN `words` AS w
  ON w.record_id = q.record_id
JOIN `parts` AS p
  ON p.step = q.step
ORDER BY
  p.part NULLS LAST
