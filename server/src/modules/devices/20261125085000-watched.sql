-- What the health of devices is judged by: those that are registered now, and whose clock was ahead by how much, when first and last.
CREATE VIEW devices_watched AS SELECT id, kind, code, label, enabled, dept_id, person_id FROM device WHERE deleted_at IS NULL;
CREATE VIEW devices_clock_ahead AS SELECT device_id, first_seen, last_seen FROM clock_skew;
