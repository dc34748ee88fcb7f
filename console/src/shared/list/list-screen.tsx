import { field } from '@vigil/contract/kernel/field.ts'
import { useMemo, type ComponentType } from 'react'
import { RefInput } from '../form/field-inputs.tsx'
import { useTexts } from '../i18n/texts.ts'
import { DeptTreePanel } from '../pick/dept-tree-panel.tsx'
import { useListQuery } from '../routes/use-list-query.ts'
import type { ListNoun } from '../spec/record.ts'
import type { ListOptions } from '../spec/definitions.ts'
import { defineList } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { narrowBelow, useBelow } from '../ui/use-media.ts'
import styles from './list.module.css'
import { RecordList, type RecordListProps } from './record-list.tsx'

/** A whole list screen. */
export const listScreen = <N extends ListNoun>(noun: N, options: ListOptions<N>): ComponentType => {
  const spec = defineList(noun, options)
  const ListScreen = () => <ListWithDepartments spec={spec} />
  return ListScreen
}

const dept = field.ref(listTexts.table.department, 'dept')
const noFilters: readonly string[] = []

/** A list with the departments at its left, where its records belong to them. */
export const ListWithDepartments = (props: Omit<RecordListProps, 'department'>) => {
  const { spec, prefix = '' } = props
  const narrow = useBelow(narrowBelow)
  const panel = spec.byDept && !narrow
  const { state, change } = useListQuery(prefix, noFilters)
  const t = useTexts(listTexts)
  const { options } = spec
  const Departments = options.deptPanel ?? DeptTreePanel
  // Thousands of departments are not gone through with every key that somebody types into a filter.
  const departments = useMemo(
    () => <Departments value={state.deptId} onChange={(deptId) => change({ deptId })} />,
    [Departments, state.deptId, change],
  )
  return (
    <div className={styles['screen']} data-depts={panel} data-right={options.right !== undefined && !narrow}>
      {panel && departments}
      <RecordList
        {...props}
        department={
          spec.byDept && narrow
            ? (id) => (
                <RefInput
                  id={id}
                  name="deptId"
                  field={dept}
                  placeholder={t('allDepartments')}
                  value={state.deptId}
                  draft={{}}
                  invalid={false}
                  aria-describedby={undefined}
                  onChange={(next) => change({ deptId: typeof next === 'string' ? next : null })}
                />
              )
            : null
        }
      />
    </div>
  )
}
