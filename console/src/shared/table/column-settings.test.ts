import { describe, expect, test } from 'vitest'
import { isShown, noSettings, ordered, withMoved, withShown, withWidth } from './column-settings.ts'

const columns = ['name', 'eui', 'ip', 'state', 'remark'].map((name) => ({ name, hidden: name === 'remark' }))
const namesOf = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name)
const shown = (settings: typeof noSettings): string[] => namesOf(columns.filter((column) => isShown(column, settings)))
const [, eui, , , remark] = columns as [never, (typeof columns)[0], never, never, (typeof columns)[0]]

describe('column settings', () => {
  test('without settings the screen says what is shown', () => {
    expect(namesOf(ordered(columns, noSettings))).toEqual(['name', 'eui', 'ip', 'state', 'remark'])
    expect(shown(noSettings)).toEqual(['name', 'eui', 'ip', 'state'])
  })

  test('columns are shown and hidden, and nothing is kept of what stands by itself', () => {
    const hidden = withShown(noSettings, eui, false)
    expect(shown(hidden)).toEqual(['name', 'ip', 'state'])
    const more = withShown(hidden, remark, true)
    expect(shown(more)).toEqual(['name', 'ip', 'state', 'remark'])
    expect(withShown(withShown(more, eui, true), remark, false)).toEqual(noSettings)
  })

  test('a column moves to the place of another, the first stays the first', () => {
    const moved = withMoved(noSettings, columns, 'state', 'eui')
    expect(namesOf(ordered(columns, moved))).toEqual(['name', 'state', 'eui', 'ip', 'remark'])
    expect(namesOf(ordered(columns, withMoved(moved, columns, 'state', 'ip')))).toEqual(['name', 'eui', 'ip', 'state', 'remark'])
    expect(withMoved(noSettings, columns, 'name', 'ip')).toBe(noSettings)
    expect(withMoved(noSettings, columns, 'ip', 'name')).toBe(noSettings)
  })

  test('a column that came later stands behind its neighbour, one that is gone is forgotten', () => {
    const settings = { ...noSettings, order: ['state', 'gone', 'ip', 'remark'] }
    expect(namesOf(ordered(columns, settings))).toEqual(['name', 'eui', 'state', 'ip', 'remark'])
    const later = [...columns.slice(0, 3), { name: 'new', hidden: false }, ...columns.slice(3)]
    expect(namesOf(ordered(later, { ...noSettings, order: ['state', 'ip', 'eui', 'remark'] }))).toEqual([
      'name',
      'state',
      'ip',
      'new',
      'eui',
      'remark',
    ])
  })

  test('a width is set and given back', () => {
    const set = withWidth(noSettings, 'ip', 200)
    expect(set.widths).toEqual({ ip: 200 })
    expect(withWidth(set, 'ip', null)).toEqual(noSettings)
  })
})
