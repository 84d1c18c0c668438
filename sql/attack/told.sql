-- Of how many subrecords is another item known for certain, of how many the whole chunk, how many items more on average,
-- and how likely is the likeliest other item on average?
-- in:  linked (record_id, learned, whole, chance)
-- out: linked, whole_chunk, items_learned (in all), mean_chance
SELECT
  count(*) FILTER (WHERE l.learned > 0) AS linked,
  count(*) FILTER (WHERE l.whole = 1) AS whole_chunk,
  coalesce(sum(l.learned), 0) AS items_learned,
  coalesce(avg(l.chance), 0) AS mean_chance
FROM linked AS l
