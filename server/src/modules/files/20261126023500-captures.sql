-- Pictures that devices push: nobody's own, and for whoever sees the record that they belong to.
ALTER TABLE stored_file DROP CONSTRAINT stored_file_purpose_check;
ALTER TABLE stored_file ADD CONSTRAINT stored_file_purpose_check
  CHECK (purpose IN ('attachment', 'import', 'export', 'evidence', 'capture'));
ALTER TABLE stored_file ALTER COLUMN owner_id DROP NOT NULL;
ALTER TABLE stored_file ADD CONSTRAINT stored_file_owner CHECK ((purpose = 'capture') = (owner_id IS NULL));
