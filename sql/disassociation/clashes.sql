-- Which sets of nodes may not stand in one chunk? A clash is named by its last node in the order of VERPART: that node
-- cannot go where all the others are.
-- in:  threat_items (threat_id, item: a node) of one size
-- out: clash_id (numbered after $first), node_id (the last), other_id (each other one)
SELECT i.threat_id + $first AS clash_id, l.node_id, i.item AS other_id
FROM threat_items AS i
JOIN (SELECT t.threat_id, max(t.item) AS node_id FROM threat_items AS t GROUP BY t.threat_id) AS l
  ON l.threat_id = i.threat_id AND l.node_id <> i.item
