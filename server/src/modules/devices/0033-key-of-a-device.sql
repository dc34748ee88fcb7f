-- Which device a key of one device means: the record and not its number alone, which another may take once that is deleted. Null
-- while none was registered so. No foreign key, as with everything that a key names.
ALTER TABLE device_key ADD COLUMN device_id integer;
-- Of keys from before: whoever had the number first since the key was made, deleted or not.
UPDATE device_key SET device_id = (
  SELECT min(device.id) FROM device
  WHERE device.kind = device_kind AND device.code = device_code
    AND (device.deleted_at IS NULL OR device.deleted_at > device_key.created_at))
WHERE device_code IS NOT NULL;
CREATE INDEX device_key_to_come ON device_key (device_kind, device_code) WHERE device_id IS NULL AND device_code IS NOT NULL;
