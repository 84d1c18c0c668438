-- name: words_to_compare
SELECT
  COALESCE(SUM((
    DIV(s.second, 11) + 1
  ) * 13), 0) AS n
FROM "rarest_seconds" AS s
WHERE
  s.second < CAST(12 AS BIGINT) * 11

-- name: open_rests
SELECT
  q.record_id,
  q.sensitive_item,
  q.skipped,
  q.items,
  q.part,
  q.support
FROM "rests" AS q
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "suppressions" AS g
    WHERE
      g.record_id = q.record_id AND g.item = q.sensitive_item
  )
