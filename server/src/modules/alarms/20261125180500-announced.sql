-- When an alarm was last announced, so that what comes again and again is announced anew while nobody takes it up; of what nobody is told
-- of, when that was last kept as a step. Null where the next time announces it. What stands by now counts as announced now.
ALTER TABLE alarm ADD COLUMN announced_at timestamptz DEFAULT now();
ALTER TABLE alarm ALTER COLUMN announced_at DROP DEFAULT;
