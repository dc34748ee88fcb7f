CREATE TABLE firmware (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target text NOT NULL,
  model text NOT NULL,
  number text NOT NULL,
  released_on text NOT NULL,
  notes text NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX firmware_number ON firmware (target, model, number);
