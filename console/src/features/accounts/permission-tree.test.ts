import { permissions } from '@vigil/contract/menu/routes.ts'
import { describe, expect, it } from 'vitest'
import { plainRank } from '../../shared/find/pinyin.ts'
import {
  columnState,
  foundGroups,
  permissionGroups,
  withColumn,
  withPermission,
  type PermissionGroup,
} from './permission-tree.ts'

const groups = permissionGroups(
  [
    { code: 'hatMgmt', name: '安全帽台账', nameEn: '', kind: 'screen' },
    { code: 'kiln:start', name: '点火许可', nameEn: 'Kiln start', kind: 'custom' },
  ],
  'zh',
)
const group = (key: string): PermissionGroup => {
  const found = groups.find((one) => one.key === key)
  if (!found) throw new Error(`no group ${key}`)
  return found
}
const anything = (): boolean => true

describe('the permissions of a role', () => {
  it('stand in the order of the menu, each of the product once, under the names of the site', () => {
    const codes = groups.flatMap(({ lines }) => lines.flatMap(({ code, edit }) => (edit === null ? [code] : [code, edit])))
    expect(codes.toSorted()).toEqual([...permissions, 'kiln:start'].toSorted())
    expect(groups.map(({ key }) => key).slice(-3)).toEqual(['/systemMgmt', 'rights', 'custom'])
    expect(group('/baseMgmt').lines.find(({ code }) => code === 'hatMgmt')?.name).toBe('安全帽台账')
    expect(group('/baseMgmt').lines.find(({ code }) => code === 'carMgmt')?.name).toBe('车辆管理')
    expect(permissionGroups([], 'en').some(({ key }) => key === 'custom')).toBe(false)
  })

  it('include seeing with changing, and lose changing with seeing', () => {
    expect(withPermission([], 'hatMgmt:edit', true)).toEqual(['hatMgmt', 'hatMgmt:edit'])
    expect(withPermission(['hatMgmt', 'hatMgmt:edit', 'carMgmt'], 'hatMgmt', false)).toEqual(['carMgmt'])
    expect(withPermission(['hatMgmt', 'hatMgmt:edit'], 'hatMgmt:edit', false)).toEqual(['hatMgmt'])
    expect(withPermission([], 'alarm:handle', true)).toEqual(['alarm:handle'])
  })

  it('are granted a group at a time, but for what one does not hold oneself', () => {
    const { lines } = group('/performanceMgmt')
    const all = withColumn(['logMgmt'], lines, 'edit', true, anything)
    expect(all).toHaveLength(1 + 2 * lines.length)
    expect(columnState(new Set(all), lines, 'see')).toBe('all')
    expect(withColumn(all, lines, 'see', false, anything)).toEqual(['logMgmt'])
    const part = withColumn([], lines, 'edit', true, (code) => code !== 'salaryMgmt' && code !== 'holidayMgmt:edit')
    expect(part.some((code) => code.startsWith('salaryMgmt') || code.startsWith('holidayMgmt'))).toBe(false)
    expect(columnState(new Set(part), lines, 'edit')).toBe('some')
    expect(columnState(new Set(), lines, 'see')).toBe('none')
    // What is granted already goes, whoever takes it.
    expect(withColumn(['salaryMgmt'], lines, 'see', false, () => false)).toEqual([])
  })

  it('are found by name and code; a group that is meant keeps all of its own', () => {
    expect(foundGroups(groups, '台账', plainRank)).toMatchObject([{ key: '/baseMgmt', lines: [{ code: 'hatMgmt' }] }])
    expect(foundGroups(groups, 'KILN', plainRank)).toMatchObject([{ key: 'custom' }])
    expect(foundGroups(groups, '绩效', plainRank)).toEqual([group('/performanceMgmt')])
    expect(foundGroups(groups, ' ', plainRank)).toEqual(groups)
  })
})
