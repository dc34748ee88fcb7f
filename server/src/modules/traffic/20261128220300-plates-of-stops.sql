-- Stops that were found by where vehicles are have their plates as all other records do.
UPDATE traffic_stop SET plate_number = left(upper(regexp_replace(normalize(plate_number, NFKC), '[\s·•・.]', '', 'g')), 20)
  WHERE kind = 'parking' AND plate_number <> left(upper(regexp_replace(normalize(plate_number, NFKC), '[\s·•・.]', '', 'g')), 20);
