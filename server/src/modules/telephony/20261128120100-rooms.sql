-- A room is a call of more than two: its line in the log, and who was in it.
ALTER TABLE sip_call
  -- As whoever opened it calls it.
  ADD COLUMN room_id text,
  -- Whose helmet's it is: with it no two that are open are called the same.
  ADD COLUMN room_hat_id bigint,
  -- The process that holds it, from the first who comes on.
  ADD COLUMN room_server text;
CREATE UNIQUE INDEX sip_call_room ON sip_call (room_hat_id, room_id) WHERE room_id IS NOT NULL AND ended_at IS NULL;

CREATE TABLE call_room_party (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  call_id bigint NOT NULL REFERENCES sip_call (id) ON DELETE CASCADE,
  kind text NOT NULL,
  party_id bigint NOT NULL,
  number text NOT NULL,
  name text NOT NULL,
  entered_at timestamptz NOT NULL,
  left_at timestamptz
);
CREATE INDEX call_room_party_of_call ON call_room_party (call_id);

-- Helmets that a console asked into it.
CREATE TABLE call_room_guest (
  call_id bigint NOT NULL REFERENCES sip_call (id) ON DELETE CASCADE,
  hat_id bigint NOT NULL,
  PRIMARY KEY (call_id, hat_id)
);
