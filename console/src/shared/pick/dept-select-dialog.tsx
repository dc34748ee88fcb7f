import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import { useState } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { childrenWith, deptNames, deptTitle, partlyChosen } from './departments.ts'
import { DeptBrowser } from './dept-browser.tsx'
import styles from './select-dialog.module.css'
import { ChosenTags, RemoveAll, SelectDialog, type SelectProps } from './select-dialog.tsx'
import { pickTexts } from './texts.ts'
import { useDepartments } from './use-departments.ts'

interface DeptSelectDialogProps extends SelectProps {
  /** False unless said: one department, or none. */
  readonly multiple?: boolean
  /** What is chosen when it opens. */
  readonly chosen: readonly string[]
  /** OK was pressed; the dialog closes by itself. */
  readonly onChoose: (deptIds: readonly string[]) => void
}

const widths = { single: 480, multiple: 720 } as const
const height = 600
const noNodes: readonly DeptNode[] = []
const noIds: readonly string[] = []

/**
 * Departments chosen from the tree. Where several may be, choosing one takes those below it along, and they stand listed
 * beside the tree.
 */
export const DeptSelectDialog = ({ open, ...props }: DeptSelectDialogProps) => (open ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onClose, title, multiple = false, chosen: before, onChoose }: Omit<DeptSelectDialogProps, 'open'>) => {
  const t = useTexts(pickTexts)
  const nodes = useDepartments().data ?? noNodes
  const [chosen, setChosen] = useState(before)
  const names = deptNames(nodes)
  const [one] = chosen
  const single = one === undefined ? t('chosenNone') : t('chosenOne') + (deptTitle(nodes, one) ?? t('goneRecord'))
  const set = (id: string, on: boolean): void => setChosen(childrenWith(nodes, chosen, id, on))
  return (
    <SelectDialog
      title={title ?? t(multiple ? 'chooseDepartments' : 'chooseDepartment')}
      width={multiple ? widths.multiple : widths.single}
      height={height}
      summary={multiple ? t('chosenDepartments', { n: chosen.length }) : single}
      onClear={!multiple && one !== undefined ? () => setChosen(noIds) : null}
      onClose={onClose}
      onOk={() => onChoose(chosen)}
    >
      <div className={`${styles['parts']} ${styles['depts']}`} data-multiple={multiple}>
        <section className={styles['side']} aria-label={t('departments')}>
          <DeptBrowser
            value={multiple ? null : (one ?? null)}
            onChange={(id) => {
              if (id === null) return
              if (multiple) set(id, !chosen.includes(id))
              else setChosen([id])
            }}
            boxes={
              multiple
                ? { checked: chosen, partly: partlyChosen(nodes, new Set(chosen)), onCheck: (id, on) => set(id, on) }
                : undefined
            }
          />
        </section>
        {multiple && (
          <section className={styles['chosenList']} aria-label={t('chosenDepartments', { n: chosen.length })}>
            <header>
              <span className="quiet">
                {chosen.length === 0 ? t('departmentsHint') : t('chosenDepartments', { n: chosen.length })}
              </span>
              {chosen.length > 0 && <RemoveAll onClick={() => setChosen(noIds)} />}
            </header>
            <ChosenTags
              tags={chosen.map((id) => ({
                id,
                label: names.get(id) ?? t('goneRecord'),
                title: deptTitle(nodes, id) ?? undefined,
              }))}
              onRemove={(id) => setChosen(chosen.filter((other) => other !== id))}
            />
          </section>
        )}
      </div>
    </SelectDialog>
  )
}
