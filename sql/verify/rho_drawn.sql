-- What do random adversaries know: $size items, drawn at random, of a random person who has as many? At most $sample persons.
-- in:  known (record_id, item: label)
-- out: draw, item (label)
WITH persons AS (
    SELECT record_id, row_number() OVER (ORDER BY md5(concat($seed, ':', CAST(record_id AS text)))) AS place
    FROM (SELECT record_id FROM known WHERE item IS NOT NULL GROUP BY record_id HAVING count(*) >= $size) AS able),
ranked AS (
    SELECT
        persons.place AS draw, known.item,
        row_number() OVER (
            PARTITION BY persons.place
            ORDER BY md5(concat($seed, '/', CAST(persons.place AS text), '/', CAST(known.item AS text)))) AS rank
    FROM persons JOIN known ON persons.record_id = known.record_id
    WHERE persons.place <= $sample)
SELECT draw, item FROM ranked WHERE rank <= $size
