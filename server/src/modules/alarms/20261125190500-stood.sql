-- Which alarms stood at a moment: what is handled by the time from its beginning to its end, whichever of both is known first and last.
CREATE INDEX alarm_stood ON alarm
  USING gist (tstzrange(LEAST(start_time, find_time), GREATEST(start_time, find_time, handle_time, end_time), '[]'))
  WHERE status = 2 AND suppressed = '';
