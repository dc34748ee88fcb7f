CREATE TABLE dict (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pid bigint REFERENCES dict (id),
  code text NOT NULL,
  name text NOT NULL,
  sort integer NOT NULL,
  remark text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK (pid IS DISTINCT FROM id)
);
CREATE UNIQUE INDEX dict_code ON dict (code);

CREATE TABLE dict_item (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pid bigint NOT NULL REFERENCES dict (id),
  code text NOT NULL,
  name text NOT NULL,
  des text NOT NULL,
  sort integer NOT NULL,
  enabled boolean NOT NULL,
  remark text NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX dict_item_code ON dict_item (code);
CREATE INDEX dict_item_pid ON dict_item (pid, sort, id);

WITH made AS (
  INSERT INTO dict (code, name, sort, remark) VALUES ('system', '系统参数', 0, '') RETURNING id
)
INSERT INTO dict_item (pid, code, name, des, sort, enabled, remark)
SELECT id, 'fileServer', '文件服务', '/api/sys/load/uploadFile', 0, true, '' FROM made;
