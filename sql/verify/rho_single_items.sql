-- Where does each label occur? It is what an adversary knows who knows one item.
-- in:  transactions (record_id, item, weight)
-- out: record_id, set_id, item (the last of the set), weight
SELECT t.record_id, t.item AS set_id, t.item, t.weight FROM transactions AS t
