-- Of people whom nobody knows one is told from another by his card and by the door, which is the direction.
DROP INDEX gate_access_once;
CREATE UNIQUE INDEX gate_access_once ON gate_access (gate_id, person_key, device_time, direction, card_no, result) WHERE event_key IS NULL;
