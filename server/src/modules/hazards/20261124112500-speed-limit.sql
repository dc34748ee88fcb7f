-- Fences in which vehicles may drive no faster than so many km/h.
ALTER TABLE fence ADD COLUMN speed_limit integer;
