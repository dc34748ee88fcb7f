-- What others know of vehicles: which one a plate is, who drives it and whose it is.
CREATE VIEW devices_car AS
  SELECT id, code, label AS plate_number, model AS car_type, owner, white_list, valid_from, valid_to, person_id, dept_id
  FROM device WHERE kind = 'car' AND deleted_at IS NULL;
