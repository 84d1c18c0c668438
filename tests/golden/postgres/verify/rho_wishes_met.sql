SELECT
  wishes.record_id,
  wishes.item
FROM "wishes" AS wishes
WHERE
  EXISTS(
    SELECT
      1
    FROM "in_question" AS in_question
    WHERE
      wishes.record_id = in_question.record_id AND wishes.item = in_question.item
  )
