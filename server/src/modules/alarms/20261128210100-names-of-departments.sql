-- What cameras and gates raised for a department did not say what it is called.
UPDATE alarm SET dept_name = dept.name FROM accounts_dept AS dept WHERE dept.id = alarm.dept_id AND alarm.dept_name IS NULL;
