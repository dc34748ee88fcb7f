-- What other domains read of alarms: which of a device were handled, and when.
CREATE VIEW alarms_handled AS SELECT device_id, alarm_type, handle_time FROM alarm WHERE status = 2;
