import { expect, test } from 'vitest'
import { isToldInBar, mostShown, nothingToShow, withChanged, withFound, withShown, type Popping } from './popping.ts'
import { aStop } from './a-stop.ts'

const ids = ({ waiting }: Popping): readonly string[] => waiting.map(({ id }) => id)
const found = (...records: readonly ReturnType<typeof aStop>[]): Popping => records.reduce(withFound, nothingToShow)

test('what the check and the live link both tell of waits once, in the order in which it came', () => {
  expect(ids(found(aStop({ id: '7' }), aStop({ id: '8' }), aStop({ id: '7', version: 2 })))).toEqual(['7', '8'])
})

test('what was shown comes no second time, even after the page was loaded anew', () => {
  const shown = withShown(found(aStop({ id: '7' }), aStop({ id: '8' })), '7')
  expect(ids(shown)).toEqual(['8'])
  expect(shown.shown).toEqual(['7'])
  expect(withFound(shown, aStop({ id: '7' }))).toBe(shown)
  expect(ids(withFound({ ...nothingToShow, shown: shown.shown }, aStop({ id: '7' })))).toEqual([])
})

test('what is handled, or a vehicle that only stands, is not shown', () => {
  expect(ids(found(aStop({ status: 2 }), aStop({ id: '8', kind: 'parking' })))).toEqual([])
  expect(ids(found(aStop({ status: 1 })))).toEqual(['7'])
})

test('one that is handled while it waits is shown no more, one that went on is shown as it stands', () => {
  const waiting = found(aStop({ id: '7' }), aStop({ id: '8' }))
  expect(ids(withChanged(waiting, aStop({ id: '7', version: 2, status: 2 })))).toEqual(['8'])
  const went = withChanged(waiting, aStop({ id: '8', version: 2, nSpeed: 61 }))
  expect(went.waiting[1]).toMatchObject({ id: '8', nSpeed: 61 })
  expect(withChanged(waiting, aStop({ id: '9' }))).toBe(waiting)
})

test('only the latest are remembered', () => {
  const many = Array.from({ length: mostShown + 3 }, (_, at) => String(at)).reduce(withShown, nothingToShow)
  expect(many.shown).toHaveLength(mostShown)
  expect(many.shown.at(-1)).toBe(String(mostShown + 2))
})

test('what the alarms of a phone tell of is not shown besides, nor before these are known', () => {
  const record = aStop({ alarmId: '31' })
  expect([isToldInBar(record, [{ id: '31' }], true), isToldInBar(record, [{ id: '32' }], true)]).toEqual([true, false])
  expect([isToldInBar(record, null, true), isToldInBar(record, null, false)]).toEqual([true, false])
  expect(isToldInBar(aStop({ alarmId: '' }), null, true)).toBe(false)
})
