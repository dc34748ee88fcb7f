-- What somebody wears, and where it has been since it moved last: kept here, since any server of the site may be the next to judge it.
-- `raised`: the silent alarm of who wears it is this one's. Times in ms since 1970.
CREATE TABLE stood_still (
  device_id integer PRIMARY KEY,
  who text NOT NULL,
  raised boolean NOT NULL,
  since bigint NOT NULL,
  gone bigint,
  lng double precision NOT NULL,
  lat double precision NOT NULL
);
