-- What other domains read of devices: those that are registered now.
CREATE VIEW devices_registered AS SELECT id, kind, fw_version FROM device WHERE deleted_at IS NULL;

-- Who wore or drove what, from when until when, null while he still does; of deleted devices too.
CREATE VIEW devices_worn AS SELECT device_id, person_id, from_time, until_time FROM device_binding;
