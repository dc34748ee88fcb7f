-- What others know of hazard areas: what they are called.
CREATE VIEW hazards_area AS SELECT id, name FROM hazard_area;
