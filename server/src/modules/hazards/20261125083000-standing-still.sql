-- Fences within which nobody is to stand still for longer than so many minutes.
ALTER TABLE fence ADD COLUMN still_limit integer;
-- Where somebody has stood still since then.
ALTER TABLE fence_condition ADD COLUMN lng double precision;
ALTER TABLE fence_condition ADD COLUMN lat double precision;
