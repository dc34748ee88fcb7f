-- Any server carries out what was accepted, tells how far it is and takes its cancelling: so what runs stands in its row.
ALTER TABLE transfer
  -- Counts who has taken it up: whoever writes of it says which one he is.
  ADD COLUMN attempt integer NOT NULL DEFAULT 0,
  -- How often who had it fell silent.
  ADD COLUMN silences integer NOT NULL DEFAULT 0,
  -- Which server has it; null while none does.
  ADD COLUMN owner text,
  ADD COLUMN heard_at timestamptz,
  ADD COLUMN cancel_asked boolean NOT NULL DEFAULT false,
  -- The counts of what is written for good: whoever takes it up goes on there.
  ADD COLUMN reached jsonb;

-- What is wrong with rows of an import that has not come to its end, for its report.
CREATE TABLE transfer_problem (
  transfer_id bigint NOT NULL REFERENCES transfer (id) ON DELETE CASCADE,
  number integer NOT NULL,
  problem jsonb NOT NULL,
  PRIMARY KEY (transfer_id, number)
);

-- What ran when an earlier server ended stood in its memory alone.
UPDATE transfer SET state = 'failed', finished_at = now(),
    detail = detail || jsonb_build_object('reason', '服务重启，任务中断 / interrupted by a restart')
  WHERE finished_at IS NULL;
