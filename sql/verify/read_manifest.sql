-- The manifest of a release that is a table.
-- in:  manifests (manifest)
-- out: manifest
SELECT CAST(manifest AS VARCHAR) AS manifest FROM manifests LIMIT 2
