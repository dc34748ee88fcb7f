-- Where an hour lies, in 10⁻⁷ degrees: who was at a place is found without unpacking the hours that were spent elsewhere. Null of what
-- was packed before, which is unpacked as ever.
ALTER TABLE packed_position
  ADD COLUMN west integer,
  ADD COLUMN south integer,
  ADD COLUMN east integer,
  ADD COLUMN north integer;
