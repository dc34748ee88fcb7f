-- What somebody said of a vehicle that a barrier saw: whether it is inside. It counts until the vehicle passes after it was said.
CREATE TABLE vehicle_correction (
  plate_number text PRIMARY KEY,
  -- 0 while nobody said anything.
  version integer NOT NULL DEFAULT 0,
  is_inside boolean,
  reason text NOT NULL DEFAULT '',
  said_by text NOT NULL DEFAULT '',
  said_at timestamptz
);
