-- How many records would stand in a line whose number is not their id?
-- in:  places (position, published_id)
-- out: n
SELECT count(*) AS n FROM places WHERE cast(published_id AS VARCHAR) <> cast(position AS VARCHAR)
