-- Since when a case could not follow its alarm, why, how often it was tried, and when it is tried again: whichever server does so.
ALTER TABLE evidence_case
  ADD COLUMN failing_since timestamptz,
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN failure jsonb,
  ADD COLUMN next_try timestamptz;
