SELECT DISTINCT
  exceeding.set_id,
  exceeding.hidden
FROM "exceeding" AS exceeding
JOIN "once_held" AS once_held
  ON exceeding.set_id = once_held.set_id
JOIN "wishes" AS wishes
  ON once_held.record_id = wishes.record_id AND exceeding.hidden = wishes.item
