ALTER TABLE device
  ADD COLUMN sim text NOT NULL DEFAULT '',
  ADD COLUMN photo text NOT NULL DEFAULT '',
  ADD COLUMN purchase_date text NOT NULL DEFAULT '',
  ADD COLUMN remark text NOT NULL DEFAULT '',
  ADD COLUMN fw_version text NOT NULL DEFAULT '',
  ADD COLUMN major integer,
  ADD COLUMN minor integer,
  ADD COLUMN plate_color text NOT NULL DEFAULT '',
  ADD COLUMN car_use text NOT NULL DEFAULT '',
  ADD COLUMN owner text NOT NULL DEFAULT '',
  ADD COLUMN white_list boolean NOT NULL DEFAULT false,
  ADD COLUMN valid_from text NOT NULL DEFAULT '',
  ADD COLUMN valid_to text NOT NULL DEFAULT '',
  ADD COLUMN emission_std text NOT NULL DEFAULT '',
  ADD COLUMN points integer;
CREATE INDEX device_minor ON device (minor) WHERE minor IS NOT NULL AND deleted_at IS NULL;

-- Who wore or drove what, from when until when. Names as they were: the person may be gone.
CREATE TABLE device_binding (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id integer NOT NULL REFERENCES device (id),
  person_id bigint NOT NULL,
  person_name text NOT NULL,
  work_num text NOT NULL,
  from_time timestamptz NOT NULL,
  until_time timestamptz,
  bound_by text NOT NULL
);
CREATE UNIQUE INDEX device_binding_open ON device_binding (device_id) WHERE until_time IS NULL;
CREATE INDEX device_binding_person ON device_binding (person_id, from_time);
CREATE INDEX device_binding_device ON device_binding (device_id, from_time);
CREATE INDEX device_binding_time ON device_binding (from_time, until_time);

-- What is bound already has been so since nobody knows when: since now.
INSERT INTO device_binding (device_id, person_id, person_name, work_num, from_time, bound_by)
SELECT device.id, person.id, person.cname, person.work_num, now(), ''
FROM device JOIN person ON person.id = device.person_id WHERE device.deleted_at IS NULL;
