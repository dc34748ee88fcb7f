-- What other domains read of the site's settings: after how many seconds without a report somebody is offline.
CREATE VIEW site_offline AS SELECT person_offline, car_offline FROM site;
