-- Whether an alarm chattered: more than five changes within five minutes, to alarm, back, to alarm again. The newest six changes of its
-- condition are kept with it, null where it only began, and what became of it is found without looking at each of its steps.
ALTER TABLE alarm ADD COLUMN changes timestamptz[];
ALTER TABLE alarm ADD COLUMN chattered boolean NOT NULL DEFAULT false;

CREATE FUNCTION alarm_changes(known timestamptz[], at timestamptz) RETURNS timestamptz[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT array_agg(change ORDER BY change DESC) FROM (
    SELECT change FROM unnest(known || at) AS change ORDER BY change DESC LIMIT 6) AS newest);
CREATE FUNCTION alarm_chatters(changes timestamptz[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(changes[1] - changes[6] <= interval '5 minutes', false);

-- Of those from before as far as it was kept: by their steps, and where all of them came within five minutes.
UPDATE alarm SET chattered = true WHERE count > 5 AND last_time - start_time <= interval '5 minutes'
  OR id IN (SELECT alarm_id FROM (
    SELECT alarm_id, at - lag(at, 5) OVER (PARTITION BY alarm_id ORDER BY at) AS took FROM (
      SELECT alarm_id, at FROM alarm_step WHERE kind = 'returned' OR (kind IN ('repeated', 'suppressed') AND count IS NOT NULL)
      UNION ALL SELECT id, start_time FROM alarm WHERE count > 1) AS change
    ) AS stretch WHERE took BETWEEN interval '0' AND interval '5 minutes');
