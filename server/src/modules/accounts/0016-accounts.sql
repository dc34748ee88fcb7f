ALTER TABLE dept ADD COLUMN leader text NOT NULL DEFAULT '', ADD COLUMN phone text NOT NULL DEFAULT '';

-- What roles grant. Those of the product are written down at each start; a site may rename them and add its own.
CREATE TABLE permission (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL,
  name text NOT NULL,
  name_en text NOT NULL,
  note text NOT NULL,
  kind text NOT NULL DEFAULT 'custom',
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX permission_code ON permission (code);
