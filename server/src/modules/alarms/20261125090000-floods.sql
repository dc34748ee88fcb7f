-- Times in which more alarms came than anybody can look at one by one; at most one of them goes on.
CREATE TABLE alarm_flood (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  since timestamptz NOT NULL,
  until timestamptz,
  -- How many within ten minutes, when they were last counted and at the worst.
  count integer NOT NULL,
  most integer NOT NULL
);
CREATE UNIQUE INDEX alarm_flood_lasting ON alarm_flood ((true)) WHERE until IS NULL;
