-- Since when an alarm is put aside without having come back meanwhile: put aside anew it gains no more time than it was given at first.
ALTER TABLE alarm ADD COLUMN shelved_since timestamptz;
