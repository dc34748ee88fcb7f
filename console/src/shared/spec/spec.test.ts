import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { badge } from '@vigil/contract/devices/badge.ts'
import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { describe, expect, test } from 'vitest'
import { filterBody, filterNames } from './filters.ts'
import { isInForm, type FormPart } from './form-parts.ts'
import { defineList } from './spec.ts'

const calls = {
  list: deviceCalls.listBsLoraGateByDeptId,
  save: deviceCalls.saveBsLoraGate,
  remove: deviceCalls.deleteBsLoraGateById,
}
const names = (part: FormPart | undefined) => part?.items.map((item) => (item.kind === 'field' ? item.name : item.kind))

describe('a list of which only the calls are said', () => {
  const spec = defineList(loraGateway, { calls })

  test('shows every field, with names for references and a place for its two halves', () => {
    expect(spec.columns.map(({ name, hidden }) => (hidden ? `(${name})` : name))).toEqual([
      'name',
      'gatewayEui',
      'ip',
      'deptName',
      '(position)',
      'height',
      'enable',
      '(remark)',
      'lastSeen',
      'rxCount',
    ])
    expect(spec.columns.find(({ name }) => name === 'height')).toMatchObject({ align: 'end', sort: 'height' })
    expect(spec.columns.find(({ name }) => name === 'position')).toMatchObject({ sort: null })
  })

  test('asks for every field in one group', () => {
    expect(spec.form).toHaveLength(1)
    expect(names(spec.form[0])).toEqual(['name', 'gatewayEui', 'ip', 'deptId', 'lng', 'height', 'enable', 'remark'])
  })

  test('is changed by who holds the screen’s own permission, and narrowed by department', () => {
    expect(spec).toMatchObject({ permission: 'loraGateMgmt:edit', byDept: true })
    expect(defineList(loraGateway, { calls, departments: false }).byDept).toBe(false)
  })
})

describe('a list of which more is said', () => {
  test('its form says of both halves of a place, and of no field that it does not ask for', () => {
    const { form } = defineList(loraGateway, { calls, form: [{ title: { zh: '一', en: 'One' }, fields: ['name', 'position'] }] })
    expect(['name', 'lng', 'lat', 'ip'].map((name) => isInForm(form, name))).toEqual([true, true, true, false])
  })

  test('its columns stand as they were said, behind the title', () => {
    const spec = defineList(loraGateway, {
      calls,
      columns: [
        'ip',
        { field: 'deptId', width: 90 },
        { field: 'name', width: 300 },
        { field: 'age', label: { zh: '龄', en: 'Age' }, render: () => 1 },
      ],
    })
    expect(spec.columns.map(({ name, width }) => [name, width])).toEqual([
      ['name', 300],
      ['ip', 160],
      ['deptName', 90],
      ['age', 140],
    ])
  })

  test('a column that nobody can draw is a mistake, said at start', () => {
    expect(() => defineList(loraGateway, { calls, columns: [{ field: 'age' }] })).toThrow(
      'the column age of loraGateway needs a label and a renderer',
    )
  })

  test('what is only shown is read-only in the form', () => {
    const spec = defineList(loraGateway, { calls, form: [{ title: { zh: '设备', en: 'Device' }, fields: ['rxCount', 'name'] }] })
    expect(spec.form[0]?.items.map((item) => item.kind === 'field' && item.readOnly)).toEqual([true, false])
  })
})

describe('filters', () => {
  const { filters } = defineList(badge, { calls: { list: deviceCalls.listBsBadgeByDeptId } })

  test('are those of the noun with its ranges', () => {
    expect(filterNames(filters)).toEqual([
      'enable',
      'online',
      'userId',
      'batteryFrom',
      'batteryTo',
      'lastOnlineFrom',
      'lastOnlineTo',
    ])
  })

  test('are read from the address as the list call takes them, what cannot be read narrows nothing', () => {
    expect(
      filterBody(filters, { enable: '0', online: '1', userId: '12', batteryFrom: '20', lastOnlineTo: '2026-11-20 23:59:59' }),
    ).toEqual({ enable: 0, online: 1, userId: '12', batteryFrom: 20, lastOnlineTo: '2026-11-20 23:59:59' })
    expect(filterBody(filters, { enable: '7', userId: 'x', batteryTo: 'voll' })).toEqual({})
  })
})
