-- Why the site did not want to be alarmed of it, empty where it did: kept among what is handled, and told to nobody.
ALTER TABLE alarm ADD COLUMN suppressed text NOT NULL DEFAULT '';
