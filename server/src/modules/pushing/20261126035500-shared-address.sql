-- An address that several places have lets nobody in.
ALTER TABLE unknown_push DROP CONSTRAINT unknown_push_reason_check,
  ADD CONSTRAINT unknown_push_reason_check CHECK (reason IN ('unregistered', 'needsLogin', 'wrongLogin', 'sharedAddress'));
