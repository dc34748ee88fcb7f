ALTER TABLE person ADD COLUMN wall_display boolean NOT NULL DEFAULT false;
