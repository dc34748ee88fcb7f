-- Each vehicle by its last pass at a barrier, so that who is inside is not looked for among millions of passes. `odd`: it came in twice, or left without having come.
CREATE TABLE vehicle_at_gate (
  plate_number text PRIMARY KEY,
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  pass_time timestamptz NOT NULL,
  place text NOT NULL,
  dept_id bigint,
  owner text NOT NULL,
  odd text NOT NULL DEFAULT '' CHECK (odd IN ('', 'twiceIn', 'outWithoutIn'))
);
CREATE INDEX vehicle_at_gate_inside ON vehicle_at_gate (pass_time DESC) WHERE direction = 'in' OR odd <> '';
CREATE VIEW traffic_at_gate AS
  SELECT plate_number, direction, pass_time, place, dept_id, owner, odd FROM vehicle_at_gate;
