-- Helmets could tell of any temperature, infinity among it. Positions and packed hours stay as they are, and are read as having none.
UPDATE device_state SET temperature = NULL WHERE temperature NOT BETWEEN -100 AND 200;
