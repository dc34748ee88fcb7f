-- Up to which receipt the reports of vehicles that came long after they happened were looked at; one row.
CREATE TABLE vehicle_late_read (read_to timestamptz NOT NULL);
INSERT INTO vehicle_late_read (read_to) VALUES (now());
CREATE INDEX traffic_stop_stood ON traffic_stop (device_id, start_time) WHERE kind = 'parking';
-- That the vehicle's terminal or a camera said itself that it stands: no report of where it was takes that back.
ALTER TABLE traffic_stop ADD COLUMN is_told boolean NOT NULL DEFAULT false;
