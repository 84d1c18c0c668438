-- Which confidences are above $part / $whole?
-- in:  confidences (set_id, hidden, joint, support)
-- out: set_id, hidden
SELECT set_id, hidden FROM confidences WHERE CAST(joint AS BIGINT) * $whole > CAST(support AS BIGINT) * $part
