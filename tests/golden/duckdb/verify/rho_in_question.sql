SELECT DISTINCT
  once_held.record_id,
  exceeding.hidden AS item
FROM "exceeding" AS exceeding
JOIN "once_held" AS once_held
  ON exceeding.set_id = once_held.set_id
