-- What a gate said, on its speaker or screen.
ALTER TABLE gate_command ADD COLUMN text text NOT NULL DEFAULT '';

-- Whether the lists of a gate's device are kept as the site says: off, since a device may have lists of its own.
ALTER TABLE gate_control ADD COLUMN keeps_lists boolean NOT NULL DEFAULT false;

-- How the lists of a gate stand, and who brings them in step now: one server at a time, by the database's clock.
CREATE TABLE gate_list (
  gate_id bigint PRIMARY KEY,
  holder uuid,
  held_until timestamptz,
  -- Somebody else wanted it meanwhile: whoever holds it looks once more.
  again boolean NOT NULL DEFAULT false,
  outcome text,
  said text NOT NULL DEFAULT '',
  failures integer NOT NULL DEFAULT 0,
  since timestamptz,
  tried_at timestamptz,
  next_at timestamptz
);

-- A plate that the site wants on a list of a gate's device, or that it has put there. Days are those of the site, empty without an end.
CREATE TABLE gate_plate (
  gate_id bigint NOT NULL,
  -- In the form in which plates are compared.
  plate text NOT NULL,
  wanted text CHECK (wanted IN ('allow', 'block')),
  wanted_from text NOT NULL DEFAULT '',
  wanted_until text NOT NULL DEFAULT '',
  -- As the device showed it last.
  confirmed text CHECK (confirmed IN ('allow', 'block')),
  confirmed_from text NOT NULL DEFAULT '',
  confirmed_until text NOT NULL DEFAULT '',
  -- On which lists the site put it: written before it is sent, so that nothing stays there that nobody takes away again.
  mine text[] NOT NULL DEFAULT '{}',
  -- What somebody else had allowed there and what is set aside while the vehicle is barred: its times as the device told them.
  found jsonb,
  outcome text,
  said text NOT NULL DEFAULT '',
  since timestamptz NOT NULL,
  tried_at timestamptz,
  next_at timestamptz,
  -- One that is wanted on no list any more stands here until it is taken away.
  waits boolean NOT NULL GENERATED ALWAYS AS (
    wanted IS NULL OR wanted IS DISTINCT FROM confirmed OR wanted_from <> confirmed_from OR wanted_until <> confirmed_until) STORED,
  PRIMARY KEY (gate_id, plate)
);
CREATE INDEX gate_plate_waits ON gate_plate (gate_id) WHERE waits;
