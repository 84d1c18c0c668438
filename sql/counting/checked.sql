-- Which candidates are generators: every proper subset is a frequent generator and more frequent?
-- in:  counted (pair_id, left_id, right_id, item, support), broken (pair_id)
-- out: pair_id, left_id, right_id, item, support
SELECT c.pair_id, c.left_id, c.right_id, c.item, c.support
FROM counted AS c
ANTI JOIN broken AS x ON x.pair_id = c.pair_id
