ALTER TABLE site ADD COLUMN sessions_per_account integer NOT NULL DEFAULT 10;
