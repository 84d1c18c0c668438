-- How many leaves does the taxonomy have? Its root is over all of them.
-- in:  nodes (leaves)
-- out: n
SELECT max(leaves) AS n FROM nodes
