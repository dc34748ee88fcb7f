-- Why a picture that was sent is not kept: '', 'quota', 'failed'.
ALTER TABLE vehicle_pass ADD COLUMN picture_lost text NOT NULL DEFAULT '';
ALTER TABLE speeding_record ADD COLUMN picture_lost text NOT NULL DEFAULT '';
ALTER TABLE traffic_stop ADD COLUMN picture_lost text NOT NULL DEFAULT '';
