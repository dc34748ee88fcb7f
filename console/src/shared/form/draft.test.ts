import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { siteSettings } from '@vigil/contract/site/settings.ts'
import { describe, expect, test } from 'vitest'
import { bodyOf, changedThings, differences, draftOf, emptyDraft } from './draft.ts'

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

  test('tells several places apart', () => {
    const site = emptyDraft(siteSettings.fields)
    const moved = { ...site, centerLng: 117, centerLat: 30, defaultLat: 31 }
    expect(changedThings(siteSettings.fields, site, moved)).toEqual(['centerLng', 'defaultLat'])
  })
})
