-- The open alarm of a condition is found before any handled one, whatever time a clock that was put back since had told of that.
CREATE INDEX alarm_open_of_condition ON alarm (condition_key, id DESC) WHERE status < 2;
