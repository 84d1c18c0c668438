-- Which of these rules speak of a person who held the set originally and wants the label hidden?
-- in:  exceeding (set_id, hidden), once_held (set_id, record_id), wishes (record_id, item)
-- out: set_id, hidden
SELECT DISTINCT exceeding.set_id, exceeding.hidden
FROM exceeding
JOIN once_held ON exceeding.set_id = once_held.set_id
JOIN wishes ON once_held.record_id = wishes.record_id AND exceeding.hidden = wishes.item
