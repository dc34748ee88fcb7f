-- What a device told last and where it was. `heard_at` asks the positions as well: the written state may be behind them.
CREATE VIEW positions_heard AS SELECT device_id, recv_time, battery, lng, lat, floor,
  greatest(recv_time, (SELECT max(position.recv_time) FROM position
    WHERE position.device_id = device_state.device_id AND position.fix_time > device_state.fix_time)) AS heard_at
FROM device_state;
