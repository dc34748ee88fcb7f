-- What happened is kept as facts and written for each reader in his language. What was written before is taken apart where it reads
-- as it was composed, word for word; where not, it stays as it was written.
ALTER TABLE alarm ADD COLUMN facts jsonb;
ALTER TABLE alarm ALTER COLUMN result DROP NOT NULL;

WITH known AS (
  SELECT id, alarm_type, alarm_name, result, area_name, nullif(user_name, '') AS person,
    CASE WHEN device_type <> 'car' AND user_name <> '' AND right(device_name, length(user_name) + 2) = '（' || user_name || '）'
      THEN left(device_name, length(device_name) - length(user_name) - 2) ELSE device_name END AS device
  FROM alarm
), named AS (
  SELECT *, CASE WHEN person IS NULL THEN device ELSE person || '（' || device || '）' END AS who FROM known
), told AS (
  SELECT *, substr(result, length(who) + 1) AS what FROM named WHERE starts_with(result, who)
), parted AS (
  SELECT *, CASE
    WHEN alarm_type = 1 AND left(what, 2) IN ('进入', '离开') AND starts_with(substr(what, 3), '“' || alarm_name || '”')
      THEN substr(what, length(alarm_name) + 5)
    WHEN alarm_type = 2 AND starts_with(what, '听到危险源信标') THEN substr(what, 8)
    WHEN alarm_type = 4 AND starts_with(what, '发出求救') THEN substr(what, 5)
    WHEN alarm_type = 5 AND starts_with(what, '长时间静止') THEN substr(what, 6)
    WHEN alarm_type = 12 AND starts_with(what, '脱下安全帽') THEN substr(what, 6)
    WHEN alarm_type = 13 AND starts_with(what, '发生跌落') THEN substr(what, 5)
  END AS ending
  FROM told
), facts AS (
  SELECT id, jsonb_strip_nulls(jsonb_build_object('person', person, 'device', device)
    || CASE
      WHEN alarm_type = 1 AND (ending = '' OR ending ~ '^，精度 ±[0-9]+\.[0-9] m$') THEN jsonb_build_object(
        'did', CASE left(what, 2) WHEN '进入' THEN 'entered' ELSE 'left' END, 'fence', alarm_name,
        'accuracy', substring(ending FROM '±([0-9.]+) m$')::numeric)
      WHEN alarm_type = 1 THEN NULL
      WHEN ending = '' THEN '{}'
      WHEN ending = '，无定位' THEN '{"place": "none"}'
      WHEN ending = '，本次无定位，显示最后位置' THEN '{"place": "last"}'
      WHEN ending = '，本次无定位，最后位于' || area_name THEN jsonb_build_object('place', 'lastIn', 'area', area_name)
      WHEN ending = '，位于' || area_name THEN jsonb_build_object('place', 'in', 'area', area_name)
    END) AS facts
  FROM parted WHERE ending IS NOT NULL
)
UPDATE alarm SET facts = facts.facts, result = NULL FROM facts WHERE alarm.id = facts.id AND facts.facts IS NOT NULL;
