-- Which items of the person does each adversary know? As many as its size, the first ones by a keyed hash.
-- in:  lots (draw, place, size), persons (place, record_id), original (record_id, item)
-- out: draw, item, size
SELECT k.draw, k.item, k.size
FROM (
  SELECT
    l.draw,
    l.size,
    t.item,
    row_number() OVER (
      PARTITION BY l.draw
      ORDER BY md5(concat($seed, '/', cast(l.draw AS text), '/', cast(t.item AS text))), t.item
    ) AS rank
  FROM lots AS l
  JOIN persons AS p ON p.place = l.place
  JOIN original AS t ON t.record_id = p.record_id
) AS k
WHERE k.rank <= k.size
