-- By its receipt as well: whoever follows vehicles goes back to what came long after it happened, which are few among the reports.
CREATE OR REPLACE VIEW positions_reported AS SELECT device_id, fix_time, lng, lat, alt, speed, recv_time, late FROM position;
CREATE INDEX position_late ON position (recv_time) WHERE late;
