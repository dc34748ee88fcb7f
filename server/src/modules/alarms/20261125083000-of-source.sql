-- What else came of the same source, the newest first.
CREATE INDEX alarm_of_source ON alarm (source_kind, source_id, find_time DESC, id DESC) WHERE hidden_at IS NULL;
