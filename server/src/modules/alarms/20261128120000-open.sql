-- Which alarms of a device wait, for whoever speaks with it because of one.
CREATE VIEW alarms_open AS SELECT id, device_id, alarm_type FROM alarm WHERE status < 2;
