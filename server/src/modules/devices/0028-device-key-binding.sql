-- What a key holds for; one that names nothing holds for every device. No foreign keys: for what was deleted since, a key holds
-- no more, and nothing that is deleted may ever widen one.
ALTER TABLE device_key
  ADD COLUMN device_kinds text[] NOT NULL DEFAULT '{}',
  ADD COLUMN dept_ids bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN gateway_id bigint,
  ADD COLUMN device_kind text,
  ADD COLUMN device_code text,
  ADD CONSTRAINT device_key_of_one_device CHECK ((device_kind IS NULL) = (device_code IS NULL)),
  -- Reports of devices that it does not hold for: how many, and the newest.
  ADD COLUMN refused bigint NOT NULL DEFAULT 0,
  ADD COLUMN refused_at timestamptz,
  ADD COLUMN refused_kind text,
  ADD COLUMN refused_code text;
