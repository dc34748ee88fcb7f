import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { dept, type Dept } from '@vigil/contract/accounts/dept.ts'
import { isTold, type DeptNode } from '@vigil/contract/accounts/entities.ts'
import { Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useOpenRecord, type OpenRecord } from '../../shared/editing/open-record.ts'
import { RecordPane } from '../../shared/form/record-pane.tsx'
import type { LetPass } from '../../shared/form/use-record-editing.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useTransfer } from '../../shared/list/transfer-hooks.ts'
import { countsWithBelow, deptPath, findDept, flatDepts } from '../../shared/pick/departments.ts'
import { DeptBrowser } from '../../shared/pick/dept-browser.tsx'
import { DeptPicker } from '../../shared/pick/dept-picker.tsx'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { useOwnDepts, writesIn } from '../../shared/session/scope.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import type { EditorProps } from '../../shared/spec/definitions.ts'
import { defineList } from '../../shared/spec/spec.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Stack } from '../../shared/ui/layout.tsx'
import { CardExtra, CardHead } from '../../shared/ui/panel.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { DeleteDept } from './delete-dept.tsx'
import { DeptPeople } from './dept-people.tsx'
import { deptTexts } from './dept-texts.ts'
import { MoveDept } from './move-dept.tsx'
import { fresh, openedIn, openParam, sameOpen } from './open-record.ts'
import { PaneHead, Panes } from './panes.tsx'

/** Below which department a new one begins. */
const belowParam = 'below'
const sameDept = sameOpen(belowParam)
const none: readonly DeptNode[] = []
/** Milliseconds until what others changed is seen. */

const Parent = ({ id, value, onChange, 'aria-describedby': described }: EditorProps) => {
  const limited = useOwnDepts() !== null
  return (
    <DeptPicker
      id={id}
      value={typeof value === 'string' ? value : null}
      allowClear={!limited}
      onChange={(next) => onChange(next)}
      aria-describedby={described}
    />
  )
}

const spec = defineList(dept, {
  calls: { list: accountCalls.listDeptNodeAll, save: accountCalls.saveDept, remove: accountCalls.deleteDeptById },
  form: [
    {
      title: { zh: '部门', en: 'Department' },
      fields: [
        'name',
        {
          field: 'pid',
          editor: Parent,
          hint: { zh: '留空表示最上级部门', en: 'Leave empty for a top-level department' },
        },
        'leader',
        'phone',
        {
          field: 'sort',
          hint: { zh: '同级部门按此排序，数值小的在前', en: 'Departments of one level are sorted by it, lowest first' },
        },
      ],
    },
  ],
  departments: false,
  invalidates: [accountCalls.listDeptByPid, accountCalls.listUserByDeptId],
})

/** 组织机构: the tree at the left, the chosen department and its people at the right. */
export const Departments = () => {
  const t = useTexts(deptTexts)
  const [params] = useSearchParams()
  const change = useQueryChange()
  const departments = useCall(accountCalls.listDeptNodeAll, undefined)
  const nodes = departments.data ?? none
  const mayEdit = useCan('deptMgmt:edit')
  const { onImport, onExport } = useTransfer()
  const [moving, setMoving] = useState<{ readonly id: string; readonly pid: string } | null>(null)
  const open = params.get(openParam)
  const below = params.get(belowParam)
  const shown = open === null || open === fresh ? null : findDept(nodes, open)
  // As records of the kit are: without what stands below.
  const present = useMemo(() => {
    if (!shown || !isTold(shown)) return null
    const { children: _below, ...record } = shown
    return record
  }, [shown])
  const opened = useOpenRecord(openedIn(params, belowParam), present, departments.data)
  const choose = (id: string | null, below: string | null = null): void => change({ [openParam]: id, [belowParam]: below })
  const all = useMemo(() => flatDepts(nodes), [nodes])
  const counts = useMemo(() => countsWithBelow(nodes, new Map(all.map(({ id, people }) => [id, people ?? 0]))), [nodes, all])
  const moved = moving && findDept(nodes, moving.id)
  const request = {
    noun: dept.name,
    list: accountCalls.listDeptByPid,
    filter: {},
    columns: ['parentName', 'name', 'leader', 'phone', 'sort', 'people'],
    selectedIds: [],
    total: all.length,
  }

  return (
    <>
      <Panes
        listLabel={t('departments')}
        list={
          <>
            <CardHead>
              {mayEdit && (
                <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => choose(fresh)}>
                  {t('add')}
                </Button>
              )}
              <CardExtra>
                {mayEdit && onImport && <Button onClick={() => onImport(request)}>{t('import')}</Button>}
                {onExport && all.length > 0 && <Button onClick={() => onExport(request)}>{t('export')}</Button>}
              </CardExtra>
            </CardHead>
            <Stack className="fill">
              <DeptBrowser
                value={open === fresh ? below : open}
                onChange={choose}
                remembers
                extra={({ id }) => <span className="fixed quiet">{counts.get(id) ?? 0}</span>}
                {...(mayEdit ? { emptyHint: t('firstHint') } : {})}
                onMove={mayEdit ? (id, pid) => setMoving({ id, pid }) : undefined}
              />
            </Stack>
          </>
        }
        label={t('dept')}
        open={open !== null}
      >
        {open === null ? (
          <EmptyState icon="departments" title={t('choose')} hint={mayEdit ? t('chooseHint') : undefined} />
        ) : departments.data ? (
          <OpenDept
            untold={shown && !isTold(shown) ? shown : null}
            key={opened.form}
            nodes={nodes}
            isNew={open === fresh && opened.record === null}
            opened={opened}
            below={below}
            all={counts.get(open) ?? 0}
            choose={choose}
          />
        ) : null}
      </Panes>
      {moved && moving && <MoveDept nodes={nodes} dept={moved} pid={moving.pid} onClose={() => setMoving(null)} />}
    </>
  )
}

interface OpenDeptProps {
  readonly nodes: readonly DeptNode[]
  /** One of which only the name is told. */
  readonly untold: DeptNode | null
  readonly isNew: boolean
  readonly opened: OpenRecord<Dept>
  /** Below which a new one begins. */
  readonly below: string | null
  /** People, those below included. */
  readonly all: number
  readonly choose: (id: string | null, below?: string | null) => void
}

const OpenDept = ({ nodes, isNew, untold, opened, below, all, choose }: OpenDeptProps) => {
  const t = useTexts(deptTexts)
  const allowed = useCan('deptMgmt:edit')
  const user = useUser()
  const [deleting, setDeleting] = useState(false)
  const letPass = useRef<LetPass>(null)
  const stored = opened.record
  const mayEdit = allowed && (stored === null || writesIn(user, stored.id))
  // Of one that is not in scope only the name is told.
  if (untold) return <EmptyState icon="departments" title={untold.name} hint={t('notInScope')} />
  if (!isNew && !stored)
    return (
      <EmptyState icon="search" title={t('gone')}>
        <Button onClick={() => choose(null)}>{t('back')}</Button>
      </EmptyState>
    )
  const parent = below === null ? null : findDept(nodes, below)
  const title = stored ? stored.name : parent ? t('newBelow', { name: parent.name }) : t('newDept')
  const above = stored ? deptPath(nodes, stored.id).slice(0, -1) : []
  return (
    <>
      <PaneHead back={t('back')} onBack={() => choose(null)}>
        <h2 className="ellipsis">{title}</h2>
        {above.length > 0 && <span className="quiet">{above.map(({ name }) => name).join(' / ')}</span>}
        {mayEdit && stored && (
          <CardExtra>
            <Button onClick={() => choose(fresh, stored.id)}>{t('addBelow')}</Button>
            {writesIn(user, stored.pid) && <Button onClick={() => choose(fresh, stored.pid)}>{t('addBeside')}</Button>}
            <Button danger onClick={() => setDeleting(true)}>
              {t('delete')}
            </Button>
          </CardExtra>
        )}
      </PaneHead>
      <RecordPane
        spec={spec}
        stored={stored}
        gone={opened.gone}
        mayEdit={mayEdit}
        same={sameDept}
        presets={{ pid: parent?.id ?? null }}
        onSaved={(record) => {
          opened.saved(record as Dept)
          choose(record.id)
        }}
        onGiveUp={() => choose(parent?.id ?? null)}
        letPass={letPass}
      >
        {stored && <DeptPeople deptId={stored.id} all={all} />}
      </RecordPane>
      {deleting && stored && (
        <DeleteDept
          dept={stored}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            letPass.current?.(() => choose(stored.pid))
          }}
        />
      )}
    </>
  )
}
