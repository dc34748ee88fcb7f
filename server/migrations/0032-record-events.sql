-- Numbers events and writes them into the outbox. Whoever holds the head and hangs keeps others waiting for a second: what they
-- commit then stands in no log (no rows come back), and consoles are told to fetch their lists anew.
CREATE FUNCTION record_events(amount integer, depts bigint[], events text[], also text[]) RETURNS SETOF bigint
LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
BEGIN
  RETURN QUERY WITH head AS (UPDATE live_head SET seq = live_head.seq + amount RETURNING live_head.seq)
    INSERT INTO live_event (seq, dept_id, event, also)
    SELECT head.seq - amount + told.place, told.dept_id, told.event::jsonb, told.also::bigint[]
    FROM head, unnest(record_events.depts, record_events.events, record_events.also) WITH ORDINALITY AS told (dept_id, event, also, place)
    RETURNING live_event.seq;
EXCEPTION WHEN lock_not_available THEN
  RETURN;
END $$;
