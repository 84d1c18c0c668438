-- The manifest of a release that is a table, as JSON text.
-- in:  the text $manifest
-- out: manifest
SELECT $manifest AS manifest
