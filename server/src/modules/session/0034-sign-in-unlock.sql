-- When an account was unlocked, since guesses at it would be free for whoever may unlock it again and again.
CREATE TABLE sign_in_unlock (
  person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  at timestamptz NOT NULL
);
CREATE INDEX sign_in_unlock_of_person ON sign_in_unlock (person_id, at);
CREATE INDEX sign_in_unlock_at ON sign_in_unlock (at);
