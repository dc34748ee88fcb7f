import { expect, it } from 'vitest'
import { logRow } from './entities.ts'
import { logObject, logObjectName, logObjectsCalled, nounOfLog } from './log-object.ts'
import { systemLog } from './log-row.ts'

it('has a column for every field of a row but the identifiers', () => {
  const shown = [...Object.keys(systemLog.fields), ...Object.keys(systemLog.shown)]
  expect([...shown, 'id', 'userId'].toSorted()).toEqual(Object.keys(logRow.shape).toSorted())
})

it('calls what a row tells of by its name, and an unknown one as the row does', () => {
  expect(logObject.name('loraGateway', 'zh')).toBe('LoRa网关')
  expect(logObject.name('dictItem', 'en')).toBe('Dictionary item')
  expect(logObject.name('sessionsOfUser', 'zh')).toBe('用户的全部会话')
  expect(logObject.name('/sys/sysDept/saveDept', 'zh')).toBe('/sys/sysDept/saveDept')
  expect(nounOfLog('dept')?.route).toBe('deptMgmt')
  expect(nounOfLog('basemap')).toBeNull()
})

it('names what a refused call does, and finds objects by what people call them in either language', () => {
  expect(logObjectName('/sys/sysDept/saveDept', 'zh')).toBe('新增或修改部门')
  expect(logObjectsCalled('安全帽')).toContain('hat')
  expect(logObjectsCalled('HELMET')).toContain('hat')
  expect(logObjectsCalled('没有这种东西')).toEqual([])
})
