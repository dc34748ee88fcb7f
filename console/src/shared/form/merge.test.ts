import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { siteSettings } from '@vigil/contract/site/settings.ts'
import { describe, expect, test } from 'vitest'
import type { Draft } from '../spec/record.ts'
import { draftOf, emptyDraft } from './draft.ts'
import { carried, disagreements, merged, undecided } from './merge.ts'

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
      { name: 'remark', both: true, preset: null },
    ])
  })

  test('where both changed a field somebody has to choose', () => {
    const rows = compare({ name: '我的', remark: '我' }, { ip: '10.0.0.2', remark: '他' })
    expect([undecided(rows, {}), undecided(rows, { name: 'theirs' }), undecided(rows, { remark: 'theirs' })]).toEqual([1, 1, 0])
  })

  test('what both changed alike is no difference, nor are spaces around a text', () => {
    expect(compare({ name: '新' }, { name: '新' })).toEqual([])
    expect(compare({ name: '网关 ' }, {})).toEqual([])
  })

  test('a place is one thing, whichever half was changed', () => {
    expect(compare({ lat: 31 }, { lng: 118 })).toEqual([{ name: 'lng', both: true, preset: null }])
    const mine = { ...base, lat: 31 }
    const theirs = { ...base, lng: 118 }
    const rows = disagreements(fields, base, mine, theirs)
    expect(merged(fields, mine, theirs, rows, { lng: 'mine' })).toMatchObject({ lng: 117.7, lat: 31 })
    expect(merged(fields, mine, theirs, rows, {})).toMatchObject({ lng: 118, lat: 30.9 })
  })

  test('a record with several places keeps each of them together', () => {
    const site = { ...emptyDraft(siteSettings.fields), centerLng: 118, centerLat: 31, defaultLng: 118.1, defaultLat: 31.1 }
    const mine = { ...site, defaultLat: 31.2 }
    const theirs = { ...site, centerLat: 31.05 }
    const rows = disagreements(siteSettings.fields, site, mine, theirs)
    expect(rows).toEqual([
      { name: 'centerLng', both: false, preset: 'theirs' },
      { name: 'defaultLng', both: false, preset: 'mine' },
    ])
    expect(merged(siteSettings.fields, mine, theirs, rows, {})).toMatchObject({
      centerLng: 118,
      centerLat: 31.05,
      defaultLng: 118.1,
      defaultLat: 31.2,
    })
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

describe('what was changed since', () => {
  const sent = { ...base, name: '网关', remark: '一' }
  const answer = { ...sent, ip: '10.0.0.9', name: '网关 2' }

  test('stands over the answer, all else is the answer', () => {
    expect(carried(fields, sent, sent, answer)).toEqual(answer)
    expect(carried(fields, sent, { ...sent, remark: '一二' }, answer)).toEqual({ ...answer, remark: '一二' })
  })

  test('is kept to the letter: a space before the next word, a text that was emptied', () => {
    expect(carried(fields, sent, { ...sent, remark: '一 ' }, answer)['remark']).toBe('一 ')
    expect(carried(fields, sent, { ...sent, remark: '' }, answer)['remark']).toBe('')
  })

  test('brings along what goes with it: the name behind a reference, the other half of a place', () => {
    const mine = { ...sent, deptId: '4', deptName: '预热器', lat: 31 }
    expect(carried(fields, sent, mine, { ...answer, deptName: '煤磨一', lng: 118 })).toMatchObject({
      deptId: '4',
      deptName: '预热器',
      lng: 117.7,
      lat: 31,
    })
  })

  test('leaves behind what is no field of a record: what only a new one begins with', () => {
    expect(carried(fields, { ...sent, fresh: true }, { ...sent, fresh: true, remark: '二' }, answer)).not.toHaveProperty('fresh')
  })
})
