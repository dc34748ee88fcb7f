-- Plates in the form in which they are compared, as `plateForm` of the contract has it: people write a dot or a space into them, cameras do not.
CREATE INDEX device_plate ON device
  (left(upper(regexp_replace(normalize(label, NFKC), '[\s·•・.]', '', 'g')), 20)) WHERE kind = 'car' AND deleted_at IS NULL;
CREATE OR REPLACE VIEW devices_car AS
  SELECT id, code, label AS plate_number, model AS car_type, owner, white_list, valid_from, valid_to, person_id, dept_id,
    left(upper(regexp_replace(normalize(label, NFKC), '[\s·•・.]', '', 'g')), 20) AS plate_key
  FROM device WHERE kind = 'car' AND deleted_at IS NULL;
