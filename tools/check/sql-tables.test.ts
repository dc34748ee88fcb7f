import { expect, test } from 'vitest'
import { hole, tablesIn } from './sql-tables.ts'

test.each([
  ['SELECT a FROM device, dept AS d LEFT JOIN ONLY person ON true, alarm WHERE x IN (b, c)', 'device dept person alarm'],
  [
    'INSERT INTO alarm AS known (id) SELECT id FROM (SELECT id FROM device) AS of ON CONFLICT DO UPDATE SET a = 1, b = 2',
    'alarm device',
  ],
  ['UPDATE device SET a = 1 FROM dept RETURNING id, name', 'device dept'],
  ['DELETE FROM device USING dept, person WHERE true', 'device dept person'],
  ['SELECT 1 FROM public.device FOR UPDATE OF person', 'device'],
  ['SELECT extract(epoch FROM alarm.at), a IS DISTINCT FROM device.id FROM dept', 'dept'],
  [`SELECT 'from role' FROM ${hole}, dept -- from site`, 'dept'],
  ['LOCK TABLE dept IN SHARE MODE', 'dept'],
  ['device LEFT JOIN "dept" ON true', 'device dept'],
  ['alarm', 'alarm'],
  ['device.id, dept.name AS dept_name', ''],
])('%s', (text, names) => expect(tablesIn(text).join(' ')).toBe(names))
