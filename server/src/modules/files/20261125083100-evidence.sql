-- Contents that are kept as evidence: a row of their own names them, so that they stay when whoever brought the file takes it away.
ALTER TABLE stored_file DROP CONSTRAINT stored_file_purpose_check;
ALTER TABLE stored_file ADD CONSTRAINT stored_file_purpose_check CHECK (purpose IN ('attachment', 'import', 'export', 'evidence'));
