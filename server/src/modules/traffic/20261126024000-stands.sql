-- Where each vehicle has stood or moved about since when, as far as its reports were looked at; its stop once that lasts long enough.
CREATE TABLE vehicle_stand (
  device_id integer PRIMARY KEY,
  lng double precision NOT NULL,
  lat double precision NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  stop_id bigint
);
ALTER TABLE traffic_stop ADD COLUMN device_id integer;
CREATE UNIQUE INDEX traffic_stop_standing ON traffic_stop (device_id) WHERE kind = 'parking' AND end_time IS NULL;
