import { expect, it } from 'vitest'
import type { TerminalParameter } from '@vigil/contract/devices/terminal-parameter.ts'
import { changesIn, settableName, toldAnew, typed } from './terminal-draft.ts'

const told = (id: string, name: string | null, value: TerminalParameter['value'] = null): TerminalParameter => ({
  id,
  name,
  zh: '',
  en: '',
  type: name === null ? 'unknown' : 'dword',
  value,
  hex: '',
})

it('sets what has a name and a range, a choice or a length', () => {
  expect(['heartbeat', 'plate', 'plateColour', 'strategy'].map((name) => settableName({ name }))).not.toContain(null)
  expect(
    ['mainServer', 'serverPort', 'alarmMask', 'mainPassword', null, 'toString'].map((name) => settableName({ name })),
  ).toEqual(Array.from({ length: 6 }, () => null))
})

it('sends what was typed and is otherwise than told', () => {
  const parameters = [told('0x0001', 'heartbeat', 60), told('0x0055', 'speedLimit', 40), told('0xF001', null)]
  let draft = typed({}, { name: 'heartbeat', told: 60, value: 45 })
  draft = typed(draft, { name: 'speedLimit', told: 40, value: 30 })
  // Of a terminal that has no plate nothing is sent.
  draft = typed(draft, { name: 'plate', told: null, value: '皖B12345' })
  expect(changesIn(draft, parameters)).toEqual({ heartbeat: 45, speedLimit: 30 })
  draft = typed(draft, { name: 'speedLimit', told: 40, value: 40 })
  draft = typed(draft, { name: 'heartbeat', told: 60, value: null })
  expect(changesIn(draft, parameters)).toEqual({})
})

it('shows what was told anew in place of what was told before', () => {
  const parameters = [told('0x0001', 'heartbeat', 60), told('0x0055', 'speedLimit', 40)]
  expect(toldAnew(parameters, [told('0x0055', 'speedLimit', 30)]).map(({ value }) => value)).toEqual([60, 30])
})
