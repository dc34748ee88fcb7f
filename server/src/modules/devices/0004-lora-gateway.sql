CREATE TABLE lora_gateway (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  gateway_eui text NOT NULL,
  ip text NOT NULL,
  dept_id bigint REFERENCES dept (id),
  lng double precision,
  lat double precision,
  height double precision,
  enabled boolean NOT NULL,
  remark text NOT NULL,
  last_seen timestamptz,
  rx_count double precision,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX lora_gateway_eui ON lora_gateway (lower(gateway_eui));
CREATE INDEX lora_gateway_dept ON lora_gateway (dept_id);
