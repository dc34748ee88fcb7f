-- Whether somebody is the site's own or a contractor's, for what tells of him elsewhere.
CREATE OR REPLACE VIEW accounts_person AS SELECT id, cname, work_num, post, dept_id, version, kind FROM person;
