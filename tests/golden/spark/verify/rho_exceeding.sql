SELECT
  confidences.set_id,
  confidences.hidden
FROM `confidences` AS confidences
JOIN `limits` AS limits
  ON confidences.hidden = limits.item
WHERE
  confidences.joint * limits.whole > confidences.support * limits.part
