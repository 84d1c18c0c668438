SELECT
  wishes.record_id,
  wishes.item
FROM "wishes" AS wishes
SEMI JOIN "in_question" AS in_question
  ON wishes.record_id = in_question.record_id AND wishes.item = in_question.item
