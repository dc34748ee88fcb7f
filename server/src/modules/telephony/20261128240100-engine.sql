-- Of a console that a proxy of its own tells of: by what its session is known, without which it may not be registered.
ALTER TABLE sip_binding ADD COLUMN session_mark text;
CREATE INDEX sip_binding_of_connection ON sip_binding (server, connection);
