-- Why a picture that was sent is not kept: '', 'quota', 'failed'.
ALTER TABLE gate_access ADD COLUMN picture_lost text NOT NULL DEFAULT '';
