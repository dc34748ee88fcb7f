-- Where an account signed in from. A flood of guesses from elsewhere does not keep its holder out there.
CREATE TABLE sign_in_address (
  person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  address text NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, address)
);
CREATE INDEX sign_in_address_last ON sign_in_address (last_at);
INSERT INTO sign_in_address (person_id, address, last_at)
  SELECT person_id, regexp_replace(ip, '^::ffff:', ''), max(created_at) FROM session
  WHERE NOT seeding AND ip ~ '^(::ffff:)?[0-9.]+$' GROUP BY 1, 2;

CREATE INDEX login_failure_address ON login_failure (address, at);
CREATE INDEX login_failure_at ON login_failure (at);

-- The five passwords before the present one, so that none of them comes back. Written here and not by who changes one, since
-- holders, administrators and the command line all do.
CREATE TABLE old_password (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  hash text NOT NULL
);
CREATE INDEX old_password_of_person ON old_password (person_id, id);

CREATE FUNCTION keep_old_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO old_password (person_id, hash) VALUES (OLD.id, OLD.password_hash);
  DELETE FROM old_password WHERE person_id = OLD.id
    AND id NOT IN (SELECT id FROM old_password WHERE person_id = OLD.id ORDER BY id DESC LIMIT 5);
  RETURN NULL;
END $$;
CREATE TRIGGER keep_old_password AFTER UPDATE OF password_hash ON person FOR EACH ROW
  WHEN (OLD.password_hash IS NOT NULL AND NEW.password_hash IS NOT NULL AND OLD.password_hash <> NEW.password_hash)
  EXECUTE FUNCTION keep_old_password();
