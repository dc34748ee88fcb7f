import { expect, it } from 'vitest'
import { declaredDomains } from '../collected/domains.ts'
import type { DomainName } from '../kernel/domain.ts'
import { logRow } from './entities.ts'
import { doorOfLog, logObject, logObjectDetail, logObjectName, logObjectsCalled, nameInLog, nounOfLog } from './log-object.ts'
import { systemLog } from './log-row.ts'

it('has a column for every field of a row but the identifiers', () => {
  const shown = [...Object.keys(systemLog.fields), ...Object.keys(systemLog.shown)]
  expect([...shown, 'id', 'userId', 'objectOpens'].toSorted()).toEqual(Object.keys(logRow.shape).toSorted())
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

const told = { userId: '7', userName: '李雷', objectId: '12', before: null, after: null }

it('calls a record by the field that its kind is called by, as it became, or as it was when it was deleted', () => {
  const row = { ...told, object: 'hat' }
  expect(nameInLog({ ...row, before: { hatNo: 'AQM-1' }, after: { hatNo: 'AQM-0003' } })).toBe('AQM-0003')
  expect(nameInLog({ ...row, before: { hatNo: 'AQM-0003' } })).toBe('AQM-0003')
  // By the name of what its title refers to.
  expect(nameInLog({ ...told, object: 'pushUserConfig', after: { userId: '3', userName: '韩梅梅' } })).toBe('韩梅梅')
  expect(nameInLog({ ...told, object: 'role', after: { name: '班长' } })).toBe('班长')
  expect(nameInLog({ ...told, object: 'sessionsOfUser', before: { cname: '韩梅梅' } })).toBe('韩梅梅')
  expect(nameInLog({ ...told, object: 'ownPassword', objectId: '7' })).toBe('李雷')
  expect(nameInLog({ ...told, object: 'signInLock' })).toBe('')
  expect(nameInLog({ ...row, objectId: '', after: { hatNo: 'of many', rows: 3 } })).toBe('')
  expect(nameInLog({ ...told, object: '/sys/sysDept/saveDept', after: { name: 'a' } })).toBe('')
})

it('tells of a record without a name its number, and of many how many', () => {
  const row = { ...told, objectName: '' }
  expect(logObjectDetail({ ...row, objectName: 'AQM-0003' }, 'zh')).toBe('AQM-0003')
  expect(logObjectDetail(row, 'zh')).toBe('#12')
  expect(logObjectDetail({ ...row, objectId: 'hat:2' }, 'zh')).toBe('hat:2')
  expect(logObjectDetail({ ...row, objectId: '', after: { rows: 1234, file: 'a.xlsx' } }, 'zh')).toBe('1,234 条')
  expect(logObjectDetail({ ...row, objectId: '', after: { created: 1, updated: 0, skipped: 4 } }, 'en')).toBe('1 record')
  expect(logObjectDetail({ ...row, objectId: '', before: { alarms: 12 } }, 'en')).toBe('12 records')
  expect(logObjectDetail({ ...row, objectId: '' }, 'zh')).toBe('')
})

it('leads to screens that open one kind of record, and knows every noun that it says a record is of', () => {
  expect(doorOfLog('hat')).toEqual({ screen: 'hatMgmt', by: 'id' })
  expect(doorOfLog('sessionsOfUser')).toEqual({ screen: 'userMgmt', by: 'id' })
  expect(doorOfLog('alarm')).toEqual({ screen: 'trackRealMgmt', by: 'alarm' })
  expect(doorOfLog('dictItem')).toBeNull()
  expect(doorOfLog('basemap')).toBeNull()
  const logged = Object.values<DomainName>(declaredDomains).flatMap(({ logged: kinds = {} }) => Object.values(kinds))
  for (const { of } of logged) if (of !== undefined) expect(nounOfLog(of)?.name).toBe(of)
})
