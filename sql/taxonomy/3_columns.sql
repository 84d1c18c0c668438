-- Which column of a table over the items follows from which? A coarse column follows from a fine one: whoever knows the
-- category knows the department.
-- 1. Which labels of two columns stand in one line, and in how many? 2. How surely does a column tell another one: in
-- how many lines does the other have the label that is most usual beside the first one's (Goodman and Kruskal's lambda,
-- 1954: best against usual)? 3. Does a column put items together at all?
-- Makes pairs (clue, told, clue_label, label, n). A blank cell is the label ''.
-- phase: looking which columns follow from which

-- name: pairs
-- In how many lines does a label of one column stand beside a label of another one?
-- in:  cells (line, place, label)
-- out: clue, told (places of columns), clue_label, label, n
SELECT a.place AS clue, b.place AS told, a.label AS clue_label, b.label AS label, count(*) AS n
FROM cells AS a
JOIN cells AS b ON b.line = a.line AND b.place <> a.place
WHERE a.label <> ''
GROUP BY a.place, b.place, a.label, b.label

-- name: told
-- How surely does each column tell each other one? Only labels of $least lines or more are asked: one that stands in a
-- single line tells nothing of others. With $blanks = 1 blank is a label of what is told, with 0 those lines are left out.
-- in:  pairs (clue, told, clue_label, label, n)
-- out: clue, told, n_lines (with such a label), best (of them with the label most usual beside it), usual (with the most
--      usual label of all), split (labels beside two or more), partly (labels beside one in some lines, none in others)
SELECT s.clue, s.told, s.n_lines, s.best, u.usual, s.split, s.partly
FROM (
  SELECT
    c.clue, c.told,
    cast(sum(c.n_lines) AS BIGINT) AS n_lines,
    cast(sum(c.best) AS BIGINT) AS best,
    count(*) FILTER (WHERE c.labels > 1) AS split,
    count(*) FILTER (WHERE c.labels > 0 AND c.blanks > 0) AS partly
  FROM (
    SELECT
      p.clue, p.told,
      sum(p.n) AS n_lines,
      max(p.n) AS best,
      count(*) FILTER (WHERE p.label <> '') AS labels,
      count(*) FILTER (WHERE p.label = '') AS blanks
    FROM pairs AS p
    WHERE p.label <> '' OR $blanks = 1
    GROUP BY p.clue, p.told, p.clue_label
    HAVING sum(p.n) >= $least
  ) AS c
  GROUP BY c.clue, c.told
) AS s
JOIN (
  SELECT l.clue, l.told, cast(max(l.n) AS BIGINT) AS usual
  FROM (
    SELECT w.clue, w.told, w.label, sum(w.n) AS n
    FROM (
      SELECT p.clue, p.told, p.label, p.n, sum(p.n) OVER (PARTITION BY p.clue, p.told, p.clue_label) AS n_lines
      FROM pairs AS p
      WHERE p.label <> '' OR $blanks = 1
    ) AS w
    WHERE w.n_lines >= $least
    GROUP BY w.clue, w.told, w.label
  ) AS l
  GROUP BY l.clue, l.told
) AS u ON u.clue = s.clue AND u.told = s.told
ORDER BY s.clue, s.told

-- name: groups
-- How many labels has each column, how many items stand under one, and how many of them beside another item?
-- in:  pairs (clue, told, clue_label, label, n)
-- out: clue, labels, n_items, shared
SELECT
  g.clue,
  count(*) AS labels,
  cast(sum(g.n_items) AS BIGINT) AS n_items,
  cast(sum(CASE WHEN g.n_items > 1 THEN g.n_items ELSE 0 END) AS BIGINT) AS shared
FROM (
  SELECT p.clue, p.clue_label, count(*) AS n_items FROM pairs AS p WHERE p.told = $leaf GROUP BY p.clue, p.clue_label
) AS g
GROUP BY g.clue
ORDER BY g.clue
