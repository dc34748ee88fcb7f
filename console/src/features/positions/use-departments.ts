import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { useCallback, useMemo, useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { positions } from '../../shared/live/live.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { idsBelow } from '../../shared/pick/departments.ts'
import { countDepartments, type CountedDept } from './department-tree.ts'
import { isKindShown, useLayers } from './layer-settings.ts'
import { positionTexts } from './texts.ts'

/** Departments with their counts, those that the operator hid, and whether a thing is on the map for all that. */
export interface Departments {
  readonly tree: readonly CountedDept[]
  readonly hidden: ReadonlySet<string>
  readonly hide: (hidden: ReadonlySet<string>) => void
  readonly shows: (slot: number) => boolean
}

export const useDepartments = (): Departments => {
  const t = useTexts(positionTexts)
  const byDept = useOverview((overview) => overview.byDept)
  const { hidden: hiddenLayers } = useLayers()
  const [hidden, hide] = useState<ReadonlySet<string>>(new Set())
  const { data } = useCall(accountCalls.listDeptNodeAll, undefined, { staleTime: 60_000 })
  const tree = useMemo(() => countDepartments(data ?? [], byDept, t('noDepartment')), [data, byDept, t])
  const known = useMemo(() => new Set(tree.flatMap(idsBelow)), [tree])
  const shows = useCallback(
    (slot: number): boolean => {
      const object = positions.object(slot)
      if (!object || !isKindShown(hiddenLayers, object.deviceType)) return false
      const dept = object.deptId ?? ''
      return !hidden.has(known.has(dept) ? dept : '')
    },
    [hiddenLayers, hidden, known],
  )
  return { tree, hidden, hide, shows }
}
