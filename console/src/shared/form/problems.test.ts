import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import { dictItem } from '@vigil/contract/dictionary/dict-item.ts'
import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { camera } from '@vigil/contract/video/camera.ts'
import { describe, expect, test } from 'vitest'
import { isNeeded, mayBeEmpty } from '../spec/limits.ts'
import type { Draft } from '../spec/record.ts'
import { emptyDraft } from './draft.ts'
import { problemsOf, problemText, refusedField } from './problems.ts'

const { fields } = loraGateway
const right = { ...emptyDraft(fields), name: '网关', gatewayEui: 'A84041FFFE000001' }
const problems = (change: Draft) => problemsOf(deviceCalls.saveBsLoraGate, fields, { ...right, ...change })
const said = (name: keyof typeof fields, change: Draft, language: 'zh' | 'en'): string => {
  const problem = problems(change)[name]
  return problem ? problemText(fields[name], problem, language) : ''
}

describe('problems of a draft', () => {
  test('a draft that the contract takes has none', () => {
    expect(problems({})).toEqual({})
  })

  test('every field is told by its own problem', () => {
    expect(problems({ name: ' ', gatewayEui: '12', ip: 'x'.repeat(65), height: 501, remark: 'a\u0000b' })).toEqual({
      name: { kind: 'needed' },
      gatewayEui: { kind: 'check', message: 'not 16 hexadecimal digits' },
      ip: { kind: 'tooLong', most: 64, count: 65 },
      height: { kind: 'outOfRange', least: -100, most: 500 },
      remark: { kind: 'check', message: 'has control characters' },
    })
  })

  test('whole numbers, shapes without enough points', () => {
    const draft = { ...emptyDraft(hazardArea.fields), name: '区域', maxCount: 2.5, points: [[117, 30]] }
    expect(problemsOf(hazardCalls.saveBsHazardArea, hazardArea.fields, draft)).toEqual({
      maxCount: { kind: 'wholeNumber' },
      points: { kind: 'tooFew', least: 3 },
    })
  })

  test('what is empty and may not be is needed, whatever form it should have', () => {
    const { fields: itemFields } = dictItem
    expect(problemsOf(dictionaryCalls.saveDictItem, itemFields, { ...emptyDraft(itemFields), sort: null })).toEqual({
      pid: { kind: 'needed' },
      code: { kind: 'needed' },
      name: { kind: 'needed' },
      sort: { kind: 'needed' },
    })
  })

  test('a form that may be left out is still a form', () => {
    const draft = { ...emptyDraft(camera.fields), name: '摄像机', gbDeviceId: '3'.repeat(20), channelId: '12' }
    expect(problemsOf(videoCalls.saveBsCamera, camera.fields, draft)).toEqual({
      channelId: { kind: 'check', message: 'not 20 digits' },
    })
    expect(problemsOf(videoCalls.saveBsCamera, camera.fields, { ...draft, channelId: '　' })).toEqual({})
  })

  test('a code that somebody else gave is looked at where it is written, and stays where it stands', () => {
    const draft = { ...emptyDraft(hat.fields), hatNo: 'AQM-0001', imei: '86490104009327', sim: '12', mobile: '0551-6262 3110' }
    const [imei, sim] = ['not 15 digits', 'not an ICCID'].map((message) => ({ kind: 'check', message }))
    const of = (change: Draft, before?: Draft) => problemsOf(deviceCalls.saveBsHat, hat.fields, { ...draft, ...change }, before)
    expect(of({})).toEqual({ imei, sim })
    expect(of({ mobile: '张工' })).toMatchObject({ mobile: { kind: 'check', message: 'not a phone number' } })
    expect(of({}, { imei: '86490104009327', sim: '1' })).toEqual({ sim })
    expect(of({ imei: '864901040093271', sim: '89860421102310086666' })).toEqual({})
    expect(of({ imei: '８６４９０１０４００９３２７１', sim: '　８９８６０４２１１０２３１００Ｂ６６６６ ' })).toEqual({})
    expect(of({ imei: ' ８６４９０１０４００９３２７' }, { imei: '86490104009327' })).toEqual({ sim })
    expect(of({ imei: '8649010 4009 3271', sim: '　' })).toEqual({ imei })
    expect(problemText(hat.fields.imei, { kind: 'check', message: 'not 15 digits' }, 'zh')).toBe('IMEI应为 15 位数字')
  })

  test('the words name the field and its limit', () => {
    expect(said('name', { name: '' }, 'zh')).toBe('名称必填')
    expect(said('height', { height: 501 }, 'zh')).toBe('安装高度应在 -100～500 之间')
    expect(said('height', { height: 501 }, 'en')).toBe('Mounting height must be between -100 and 500')
    expect(said('gatewayEui', { gatewayEui: '12' }, 'zh')).toBe('网关EUI应为 16 位十六进制')
    expect(said('ip', { ip: 'x'.repeat(65) }, 'en')).toBe('IP address can have at most 64 characters, now 65')
  })

  test('a refusal is said at the field that it names, by its data or by its label', () => {
    expect(refusedField(fields, { field: 'gatewayEui' }, '', 'zh')).toBe('gatewayEui')
    expect(refusedField(hazardArea.fields, { field: 'points.3.0' }, '', 'zh')).toBe('points')
    expect(refusedField(fields, null, '网关EUI“A8”已存在', 'zh')).toBe('gatewayEui')
    const code = { ...fields.ip, label: { zh: '编码', en: 'Code' } }
    const rule = { ...fields.ip, label: { zh: '编码规则', en: 'Code rule' } }
    expect(refusedField({ code, rule }, null, '编码规则“A”已存在', 'zh')).toBe('rule')
    expect(refusedField(fields, { field: 'other' }, 'something else', 'en')).toBeNull()
  })
})

test('what has to be filled in is known from the contract', () => {
  const needed = Object.entries(fields).flatMap(([name, field]) => (isNeeded(field) ? [name] : []))
  expect(needed).toEqual(['name', 'gatewayEui'])
  expect(mayBeEmpty(fields.deptId)).toBe(true)
  expect(mayBeEmpty(fields.enable)).toBe(false)
})
