-- Hexadecimal digits have one case, the small one, in which they are compared: a label prints them large, a network server small.
UPDATE lora_gateway SET gateway_eui = lower(gateway_eui) WHERE gateway_eui <> lower(gateway_eui);
UPDATE beacon SET uuid = lower(uuid), mac = lower(mac) WHERE uuid <> lower(uuid) OR mac <> lower(mac);

-- A badge that has the EUI of another in other letters keeps its own: which of the two is right only the site knows. The start names them.
UPDATE device SET code = lower(device.code)
FROM (
  SELECT id, row_number() OVER (PARTITION BY lower(code) ORDER BY code <> lower(code), id) AS nth
  FROM device WHERE kind = 'badge' AND deleted_at IS NULL AND code ~ '^[0-9A-Fa-f]{16}$') AS ranked
WHERE ranked.id = device.id AND nth = 1 AND device.code <> lower(device.code);

-- What names a badge by its EUI goes with it; a key of one that is yet to be registered, and what was never registered, have no other letters.
UPDATE device_key SET device_code = device.code FROM device
WHERE device.id = device_key.device_id AND device_kind = 'badge' AND device_code <> device.code AND lower(device_code) = device.code;
UPDATE device_key SET device_code = lower(device_code)
WHERE device_id IS NULL AND device_kind = 'badge' AND device_code ~ '^[0-9A-Fa-f]{16}$';

UPDATE device_key SET device_id = device.id FROM device
WHERE device_key.device_id IS NULL AND device_kind = 'badge' AND device.kind = 'badge' AND deleted_at IS NULL AND device.code = device_code;

WITH odd AS (
  DELETE FROM unknown_device WHERE kind = 'badge' AND code ~ '^[0-9A-Fa-f]{16}$' AND code <> lower(code) RETURNING *)
INSERT INTO unknown_device (kind, code, first_seen, last_seen, count)
SELECT kind, lower(code), min(first_seen), max(last_seen), sum(count) FROM odd GROUP BY kind, lower(code)
ON CONFLICT (kind, code) DO UPDATE SET first_seen = least(unknown_device.first_seen, excluded.first_seen),
  last_seen = greatest(unknown_device.last_seen, excluded.last_seen), count = unknown_device.count + excluded.count;
