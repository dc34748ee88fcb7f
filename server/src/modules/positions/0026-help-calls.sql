-- Calls for help as their devices say them: what tells a call that is sent twice from a second press of a clock that stands
-- still, and keeps the time that was claimed beside the time that is believed.
CREATE TABLE help_call (
  device_id integer NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  kind smallint NOT NULL,
  device_time timestamptz NOT NULL,
  first_recv timestamptz NOT NULL,
  last_recv timestamptz NOT NULL,
  lng double precision,
  lat double precision,
  battery smallint,
  -- The newest fix of the device when the call came: a later one tells that its clock went on.
  last_fix timestamptz,
  count integer NOT NULL DEFAULT 1,
  PRIMARY KEY (device_id, kind, device_time)
);
CREATE INDEX help_call_last ON help_call (last_recv);

-- What the device says of the time of its call, where that is not believed.
ALTER TABLE alarm ADD COLUMN device_time timestamptz;
