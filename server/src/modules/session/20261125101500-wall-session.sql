-- Of a wall display: it only looks, and does not end for want of use.
ALTER TABLE session ADD COLUMN wall boolean NOT NULL DEFAULT false;
