-- What other domains read of people and departments: a view's name begins with the module that answers for it.

CREATE VIEW accounts_dept AS SELECT id, pid, name, version FROM dept;

CREATE VIEW accounts_person AS SELECT id, cname, work_num, post, dept_id, version FROM person;

-- For signing in: who somebody is, what proves it, and how far he reaches. What is not asked for is not computed, and a lock upon it is
-- one upon the person alone: departments and roles come as columns, not as joins.
CREATE VIEW accounts_account AS
SELECT person.id, person.user_name, person.cname, person.work_num, person.avatar, person.dept_id,
  (SELECT dept.name FROM dept WHERE dept.id = person.dept_id) AS dept_name,
  person.password_hash, person.must_change_password, person.can_login, person.wall_display, person.enabled, person.version,
  coalesce((SELECT json_agg(json_build_object('id', role.id::text, 'name', role.name, 'scope', role.scope,
      'permissions', role.permissions,
      'dept_ids', ARRAY(WITH RECURSIVE below AS (
          SELECT dept_id AS id FROM role_dept WHERE role_id = role.id
          UNION SELECT d.id FROM dept d JOIN below ON d.pid = below.id) SELECT id::text FROM below)) ORDER BY role.id)
    FROM person_role JOIN role ON role.id = person_role.role_id WHERE person_role.person_id = person.id), '[]') AS roles,
  -- The own department and all below it.
  ARRAY(WITH RECURSIVE below AS (
      SELECT person.dept_id AS id WHERE person.dept_id IS NOT NULL
      UNION SELECT d.id FROM dept d JOIN below ON d.pid = below.id) SELECT id::text FROM below) AS own_depts
FROM person;
