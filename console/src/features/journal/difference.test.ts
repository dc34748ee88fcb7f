import { logObjectName, nounOfLog } from '@vigil/contract/journal/log-object.ts'
import { resultText } from '@vigil/contract/journal/result-words.ts'
import { expect, test } from 'vitest'
import { translate } from '../../shared/i18n/texts.ts'
import { listTexts } from '../../shared/spec/texts.ts'
import { changesOf } from './difference.ts'

const contextOf = (object: string, language: 'zh' | 'en' = 'zh', module = '') => ({
  module,
  noun: nounOfLog(object),
  t: translate(listTexts, language),
  language,
})

test('a change of a known record is told field by field, in its own words and order', () => {
  const before = {
    id: '1',
    version: 1,
    name: '窑头网关',
    gatewayEui: 'A1',
    deptId: '2',
    deptName: '窑车间',
    enable: 1,
    remark: '',
  }
  const after = { ...before, version: 2, remark: '换电池', deptId: '3', deptName: '磨车间', enable: 0 }
  const changes = changesOf(before, after, contextOf('loraGateway'))
  expect(changes.map(({ key, before: old, after: fresh }) => [key, old, fresh])).toEqual([
    ['deptId', '窑车间', '磨车间'],
    ['enable', '启用', '停用'],
    ['remark', '—', '换电池'],
  ])
  expect(changes.map(({ label }) => label)).toEqual(['部门', '状态', '备注'])
})

test('a new record shows all that it has, a deleted one all that it had', () => {
  const record = { id: '1', version: 1, code: 'fileServer', name: '上传', pid: null, remark: '' }
  expect(changesOf(null, record, contextOf('dict', 'en'))).toEqual([
    { key: 'code', label: 'Code', before: null, after: 'fileServer' },
    { key: 'name', label: 'Name', before: null, after: '上传' },
  ])
  expect(changesOf(record, null, contextOf('dict')).map(({ before, after }) => [before, after])).toEqual([
    ['fileServer', null],
    ['上传', null],
  ])
})

test('what is no noun is told by its keys, and numbers of a place as they are', () => {
  expect(changesOf(null, { rows: 3, filter: { keyword: 'a' } }, contextOf('nothing'))).toEqual([
    { key: 'rows', label: '行数', before: null, after: '3' },
    { key: 'filter', label: '筛选条件', before: null, after: '{"keyword":"a"}' },
  ])
  // Whichever domain names it; by the key where none does.
  const labelOf = (module: string, row: object) =>
    changesOf(null, row, contextOf('nothing', 'en', module)).map(({ label }) => label)
  expect(labelOf('session', { sessions: 2, alarms: 3, unheardOf: 4 })).toEqual(['Sessions', 'Alarms', 'unheardOf'])
  expect(changesOf({ centerLng: 118.1 }, { centerLng: 118.2 }, contextOf('site'))).toMatchObject([
    { before: '118.1', after: '118.2' },
  ])
  expect(changesOf(null, null, contextOf('dict'))).toEqual([])
  expect(changesOf('a', 'b', contextOf('dict'))).toEqual([{ key: '', label: '', before: 'a', after: 'b' }])
})

test('objects and results are told in words', () => {
  expect(logObjectName('/sys/sysSite/saveSite', 'zh')).toBe('修改站点设置')
  expect(logObjectName('deviceKey', 'en')).toBe('Device key')
  expect(resultText('success', 'zh')).toBe('成功')
  expect(resultText('forbidden', 'zh')).toBe('被拒绝：没有权限')
  expect(resultText('notFound', 'en')).toBe('Refused: no such record')
  expect(resultText('of another day', 'zh')).toBe('被拒绝：of another day')
})
