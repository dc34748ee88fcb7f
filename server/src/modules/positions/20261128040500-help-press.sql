-- The newest press of each button of a device, and who told of it: several tell of one, each in its own way.
CREATE TABLE help_press (
  device_id integer NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  kind smallint NOT NULL,
  -- By the receipt of what told of it first.
  pressed timestamptz NOT NULL,
  -- A bit for each way.
  ways smallint NOT NULL,
  told integer NOT NULL,
  PRIMARY KEY (device_id, kind)
);
