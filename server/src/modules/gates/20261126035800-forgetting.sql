-- What is looked for once a day among all that was kept.
DROP INDEX visit_identified;
CREATE INDEX visit_identified ON visit (plan_out) WHERE id_no <> '' OR phone <> '';
CREATE INDEX visit_pictured ON visit (plan_out) WHERE photo <> '';
CREATE INDEX gate_access_pictured ON gate_access (pass_time) WHERE snap_url <> '';
