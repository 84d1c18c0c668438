-- In which order are the records of a cluster filled, for each chunk (turn) anew or (turn 0) for all chunks alike?
-- in:  placed (cluster_id, turn), places (cluster_id, place)
-- out: cluster_id, turn, slot (from 0), place
SELECT
  t.cluster_id,
  t.turn,
  row_number() OVER (
    PARTITION BY t.cluster_id, t.turn
    ORDER BY md5(concat($seed, ':place:', cast(t.turn AS text), ':', cast(p.place AS text))), p.place
  ) - 1 AS slot,
  p.place
FROM (SELECT DISTINCT x.cluster_id, x.turn FROM placed AS x) AS t
JOIN places AS p ON p.cluster_id = t.cluster_id
