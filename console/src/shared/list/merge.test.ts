import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { describe, expect, test } from 'vitest'
import { draftOf, type Draft } from './draft.ts'
import { disagreements, merged } from './merge.ts'

const { fields } = loraGateway
const base = draftOf(fields, {
  id: '1',
  version: 1,
  name: '网关',
  gatewayEui: 'A84041FFFE000001',
  ip: '10.0.0.1',
  deptId: '3',
  deptName: '煤磨',
  lng: 117.7,
  lat: 30.9,
  height: null,
  enable: 1,
  remark: '',
})
const compare = (mine: Draft, theirs: Draft) => disagreements(fields, base, { ...base, ...mine }, { ...base, ...theirs })

describe('two versions of a record', () => {
  test('what one side alone changed is taken from it, what both changed has to be looked at', () => {
    expect(compare({ name: '我的', remark: '我' }, { ip: '10.0.0.2', remark: '他' })).toEqual([
      { name: 'name', both: false, preset: 'mine' },
      { name: 'ip', both: false, preset: 'theirs' },
      { name: 'remark', both: true, preset: 'theirs' },
    ])
  })

  test('what both changed alike is no difference, nor are spaces around a text', () => {
    expect(compare({ name: '新' }, { name: '新' })).toEqual([])
    expect(compare({ name: '网关 ' }, {})).toEqual([])
  })

  test('a place is one thing, whichever half was changed', () => {
    expect(compare({ lat: 31 }, { lng: 118 })).toEqual([{ name: 'lng', both: true, preset: 'theirs' }])
    const mine = { ...base, lat: 31 }
    const theirs = { ...base, lng: 118 }
    const rows = disagreements(fields, base, mine, theirs)
    expect(merged(fields, mine, theirs, rows, { lng: 'mine' })).toMatchObject({ lng: 117.7, lat: 31 })
    expect(merged(fields, mine, theirs, rows, {})).toMatchObject({ lng: 118, lat: 30.9 })
  })

  test('the merge is theirs with what was chosen of mine, and a reference brings its name along', () => {
    const mine = { ...base, name: '我的', deptId: '4', deptName: '预热器', remark: '我' }
    const theirs = { ...base, ip: '10.0.0.2', remark: '他' }
    const rows = disagreements(fields, base, mine, theirs)
    expect(merged(fields, mine, theirs, rows, {})).toEqual({
      ...base,
      name: '我的',
      deptId: '4',
      deptName: '预热器',
      ip: '10.0.0.2',
      remark: '他',
    })
    expect(merged(fields, mine, theirs, rows, { name: 'theirs', remark: 'mine' })).toMatchObject({ name: '网关', remark: '我' })
  })
})
