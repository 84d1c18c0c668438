-- Which distinct records hold a sensitive label?
-- in:  transactions (record_id, item), hidden (item)
-- out: record_id, item
SELECT t.record_id, t.item FROM transactions AS t JOIN hidden ON t.item = hidden.item
