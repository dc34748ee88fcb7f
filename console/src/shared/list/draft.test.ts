import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { describe, expect, test } from 'vitest'
import { bodyOf, changedThings, differences, draftOf, emptyDraft } from './draft.ts'
import { opened, reduceEditor } from './editor-state.ts'

const { fields } = loraGateway
const row = {
  id: '7',
  version: 3,
  name: '网关',
  gatewayEui: 'A84041FFFE000001',
  ip: '',
  deptId: '3',
  deptName: '煤磨',
  lng: null,
  lat: null,
  height: 2.5,
  enable: 0,
  remark: '',
  lastSeen: '2026-11-20 08:15:00',
  rxCount: 4,
}

describe('a draft', () => {
  test('of a new record holds what the contract presets, then what the screen does', () => {
    expect(emptyDraft(fields, { deptId: '3' })).toEqual({
      name: '',
      gatewayEui: '',
      ip: '',
      deptId: '3',
      lng: null,
      lat: null,
      height: null,
      enable: 1,
      remark: '',
    })
  })

  test('of a record holds what a save takes, and the names of references', () => {
    const draft = draftOf(fields, row)
    expect(Object.keys(draft).toSorted()).toEqual([...Object.keys(fields), 'deptName'].toSorted())
    expect(draft).toMatchObject({ name: '网关', deptName: '煤磨', enable: 0 })
  })

  test('is sent with its record and version, texts without the spaces around them', () => {
    const draft = { ...draftOf(fields, row), name: ' 网关 ', deptName: '不发送' }
    expect(bodyOf(fields, draft, row)).toEqual({
      id: '7',
      version: 3,
      name: '网关',
      gatewayEui: 'A84041FFFE000001',
      ip: '',
      deptId: '3',
      lng: null,
      lat: null,
      height: 2.5,
      enable: 0,
      remark: '',
    })
    expect(bodyOf(fields, draft, null)).not.toHaveProperty('id')
  })

  test('knows what was changed', () => {
    const draft = draftOf(fields, row)
    expect(differences(fields, draft, { ...draft, name: '网关 ', ip: '1', deptName: 'x' })).toEqual(['ip'])
    const moved = { ...draft, lng: 117, lat: 30, ip: '1' }
    expect(differences(fields, draft, moved)).toEqual(['ip', 'lng', 'lat'])
    expect(changedThings(fields, draft, moved)).toEqual(['ip', 'lng'])
    expect(changedThings(fields, moved, { ...moved, lat: 31 })).toEqual(['lat'])
  })
})

describe('the form of a record', () => {
  const draft = draftOf(fields, row)
  const set = (name: string, value: unknown, shownName?: string) => ({ kind: 'set', name, value, shownName }) as const

  test('a reference is set together with its name', () => {
    const state = reduceEditor(opened(row, draft), set('deptId', '4', '预热器'))
    expect(state.draft).toMatchObject({ deptId: '4', deptName: '预热器' })
    expect(state.initial).toMatchObject({ deptId: '3', deptName: '煤磨' })
  })

  test('a refusal goes once its field is changed, one of no field with any change', () => {
    const refused = reduceEditor(opened(row, draft), { kind: 'refused', field: 'ip', text: '不行' })
    expect(reduceEditor(refused, set('name', 'x')).refusal).toEqual({ field: 'ip', text: '不行' })
    expect(reduceEditor(refused, set('ip', 'x')).refusal).toBeNull()
    const whole = reduceEditor(opened(row, draft), { kind: 'refused', field: null, text: '没有保存' })
    expect(reduceEditor(whole, set('name', 'x')).refusal).toBeNull()
    expect(whole.tried).toBe(true)
    expect(reduceEditor(whole, { kind: 'refused', field: null, text: '又' }).failures).toBe(2)
  })

  test('what is no value yet is known until it is one', () => {
    const half = reduceEditor(opened(row, draft), { kind: 'unfinished', name: 'lng', on: true })
    expect(half.unfinished).toEqual(['lng'])
    expect(reduceEditor(half, { kind: 'unfinished', name: 'lng', on: true }).unfinished).toEqual(['lng'])
    expect(reduceEditor(half, { kind: 'unfinished', name: 'lng', on: false }).unfinished).toEqual([])
    expect(reduceEditor(half, { kind: 'open', base: row, draft }).unfinished).toEqual([])
  })

  test('what was put together of two versions stands on theirs', () => {
    const theirs = { ...row, version: 4, ip: '10.0.0.2' }
    const state = reduceEditor(opened(row, draft), {
      kind: 'rebase',
      base: theirs,
      initial: draftOf(fields, theirs),
      draft: { ...draft, ip: '10.0.0.3' },
    })
    expect(state.base?.version).toBe(4)
    expect(differences(fields, state.initial, state.draft)).toEqual(['ip'])
  })
})
