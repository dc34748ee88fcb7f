-- What other domains read of where devices are: what each told last.
CREATE VIEW positions_latest AS SELECT device_id, fix_time, recv_time, battery FROM device_state;
