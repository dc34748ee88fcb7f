-- A vehicle has closed in on somebody: the server that writes the row raises the alarm, the one that removes it returns it.
CREATE TABLE encounter (
  vehicle_id integer NOT NULL,
  person text NOT NULL,
  began_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (vehicle_id, person)
);
