-- The journal with a million rows and more ---------------------------------------------------------------------------------

-- In the order of the list, with every column that it is filtered by: no row is read that is not answered. The others count
-- the rows of a kind and find the few of a rare one; they are small, since each of their values stands in them once.
DROP INDEX journal_at;
DROP INDEX journal_person;
CREATE INDEX journal_time ON journal (at, id) INCLUDE (person_id, cname, module, action, result, object, object_id, ip);
CREATE INDEX journal_person ON journal (person_id, module, action, result);
CREATE INDEX journal_kind ON journal (module, action, result);
CREATE INDEX journal_cname ON journal (cname);
CREATE INDEX journal_object ON journal (object);
CREATE INDEX journal_object_id ON journal (object_id text_pattern_ops);
CREATE INDEX journal_ip ON journal (ip text_pattern_ops);
-- Kinds hang together: without this the planner takes a combination that never occurs for a frequent one and reads everything.
CREATE STATISTICS journal_kinds (mcv) ON module, action, result FROM journal;

-- What retention dropped, up to which row and with which hash; chained like the journal itself, which tells of each seal.
CREATE TABLE journal_seal (
  id bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  up_to bigint NOT NULL,
  up_to_hash bytea NOT NULL,
  rows bigint NOT NULL,
  hash bytea NOT NULL
);
