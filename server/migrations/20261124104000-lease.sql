-- What one server of a database has to itself for as long as it goes on saying so, such as the one line to a service elsewhere.
CREATE TABLE lease (
  name text PRIMARY KEY,
  server text NOT NULL,
  -- Until when it is kept for that server, by the clock of the database.
  until timestamptz NOT NULL
);
