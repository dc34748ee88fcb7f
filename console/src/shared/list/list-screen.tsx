import { field } from '@vigil/contract/kernel/field.ts'
import { useDeferredValue, useMemo, type ComponentType } from 'react'
import { RefInput } from '../form/field-inputs.tsx'
import { useTexts } from '../i18n/texts.ts'
import { useLanguage } from '../i18n/language.ts'
import { DeptTreePanel } from '../pick/dept-tree-panel.tsx'
import { useListQuery } from '../routes/use-list-query.ts'
import type { ListNoun } from '../spec/record.ts'
import type { ListOptions } from '../spec/definitions.ts'
import { filterNames } from '../spec/filters.ts'
import { defineList } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { narrowBelow, useBelow } from '../ui/use-media.ts'
import styles from './list.module.css'
import { RecordList, type RecordListProps } from './record-list.tsx'
import { useDeptCounts } from './use-dept-counts.ts'
import type { FixedFilter } from './use-records.ts'

/** A whole list screen. */
export const listScreen = <N extends ListNoun>(noun: N, options: ListOptions<N>): ComponentType => {
  const spec = defineList(noun, options)
  const ListScreen = () => <ListWithDepartments spec={spec} />
  return ListScreen
}

const dept = field.ref(listTexts.table.department, 'dept')
const nothingFixed: FixedFilter = {}
/** `helmets` at the head of a column. */
const captioned = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** A list with the departments at its left, where its records belong to them. */
export const ListWithDepartments = (props: Omit<RecordListProps, 'department'>) => {
  const { spec, prefix = '' } = props
  const narrow = useBelow(narrowBelow)
  const panel = spec.byDept && !narrow
  const fixed = props.fixed ?? nothingFixed
  const names = useMemo(() => filterNames(spec.filters), [spec])
  const { state, change } = useListQuery(prefix, names)
  // A tree of thousands is drawn once the rows are, in pieces that a key comes between.
  const counts = useDeferredValue(useDeptCounts(spec, state, fixed, panel))
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { options } = spec
  const countCaption = captioned(t('counted', { what: spec.noun.words[language] }))
  // Thousands of departments are not gone through with every key that somebody types into a filter.
  const departments = useMemo(
    () => (
      <DeptTreePanel value={state.deptId} onChange={(deptId) => change({ deptId })} counts={counts} countCaption={countCaption} />
    ),
    [state.deptId, change, counts, countCaption],
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
