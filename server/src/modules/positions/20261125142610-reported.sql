-- What a device told last, with the time, height and speed of it, and what it told before that as far as that is not packed.
CREATE OR REPLACE VIEW positions_heard AS SELECT device_id, recv_time, battery, lng, lat, floor,
  greatest(recv_time, (SELECT max(position.recv_time) FROM position
    WHERE position.device_id = device_state.device_id AND position.fix_time > device_state.fix_time)) AS heard_at,
  fix_time, alt, speed
FROM device_state;
CREATE VIEW positions_reported AS SELECT device_id, fix_time, lng, lat, alt, speed FROM position;
