ALTER TABLE site ADD COLUMN lock_minutes integer NOT NULL DEFAULT 15;
