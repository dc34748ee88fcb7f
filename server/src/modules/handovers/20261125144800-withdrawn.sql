-- What was handed over may be withdrawn until it is taken; and the sheet names faulty devices, none of which were written down before.
ALTER TABLE shift_handover ADD COLUMN withdrawn_at timestamptz, ADD CHECK (taken_at IS NULL OR withdrawn_at IS NULL);
DROP INDEX shift_handover_waiting;
CREATE UNIQUE INDEX shift_handover_waiting ON shift_handover (given_by) WHERE taken_at IS NULL AND withdrawn_at IS NULL;
UPDATE shift_handover SET facts = facts || '{"faults": {"total": 0, "list": []}}';
