-- Of which persons do these rules tell which label?
-- in:  exceeding (set_id, hidden), once_held (set_id, record_id)
-- out: record_id, item
SELECT DISTINCT once_held.record_id, exceeding.hidden AS item
FROM exceeding JOIN once_held ON exceeding.set_id = once_held.set_id
