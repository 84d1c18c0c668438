-- Which wishes are in question?
-- in:  wishes (record_id, item), in_question (record_id, item)
-- out: record_id, item
SELECT wishes.record_id, wishes.item
FROM wishes
SEMI JOIN in_question ON wishes.record_id = in_question.record_id AND wishes.item = in_question.item
