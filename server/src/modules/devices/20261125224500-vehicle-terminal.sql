-- The code that a vehicle's terminal was given when it registered itself; a vehicle without a row was never given one.
CREATE TABLE vehicle_terminal (
  device_id integer PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  enrolled_at timestamptz NOT NULL DEFAULT now()
);
