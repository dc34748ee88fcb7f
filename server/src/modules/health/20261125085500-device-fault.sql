-- What is wrong with devices: one row from when it is found until its cause has ended. `alarmed`: an alarm stands for it.
CREATE TABLE device_fault (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('offline', 'lowBattery', 'clockDrift')),
  since timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  owner_id bigint,
  note text NOT NULL DEFAULT '',
  alarmed boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX device_fault_open ON device_fault (device_id, kind) WHERE ended_at IS NULL;
CREATE INDEX device_fault_ended ON device_fault (ended_at DESC, id DESC) WHERE ended_at IS NOT NULL;

-- When the site was last judged, by whichever server; and until when nobody counts as silent since nobody could be heard.
CREATE TABLE device_fault_judged (
  judged_at timestamptz NOT NULL,
  settled_at timestamptz NOT NULL
);
INSERT INTO device_fault_judged VALUES (now(), '-infinity');
