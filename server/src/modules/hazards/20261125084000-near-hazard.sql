-- Who is near a hazard source that warns of it: kept here, since any server of the site may be the next to judge it. Times in ms since 1970.
CREATE TABLE hazard_near (
  point_id bigint NOT NULL REFERENCES hazard_point (id) ON DELETE CASCADE,
  subject text NOT NULL,
  gone bigint,
  PRIMARY KEY (point_id, subject)
);
