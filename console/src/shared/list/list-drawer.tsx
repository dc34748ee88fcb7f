import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { RecordDrawer } from '../form/record-drawer.tsx'
import { newRecord, openIn } from '../routes/list-address.ts'
import { writesIn } from '../session/scope.ts'
import type { Draft } from '../spec/record.ts'
import type { RecordListState } from './use-record-list.ts'
import { rememberRecord } from './use-records.ts'

interface ListDrawerProps {
  readonly list: RecordListState
  readonly presets: Draft | undefined
}

/** The record of a list that is open. */
export const ListDrawer = ({ list, presets }: ListDrawerProps) => {
  const { spec, prefix, fixed, state, records, rights, openKey, open, step } = list
  if (openKey === null) return null
  const stored = records.open
  return (
    <RecordDrawer
      spec={spec}
      openKey={openKey}
      stored={stored}
      answer={records.answer}
      mayEdit={rights.mayEdit && (openKey === newRecord || stored === null || rights.writes(stored))}
      presets={{ ...spec.options.presets, ...(spec.byDept ? deptPreset(rights.user, state.deptId) : {}), ...presets }}
      onClose={() => open(null)}
      onSaved={(record, then) => {
        rememberRecord(spec, fixed, record)
        if (then === 'close') open(null)
        else if (then === 'stay' && record.id !== openKey) open(record.id)
      }}
      onDeleted={() => open(null)}
      onPrevious={step.previous}
      onNext={step.next}
      same={(from, to) => from.pathname === to.pathname && openIn(from.search, prefix) === openIn(to.search, prefix)}
    />
  )
}

/** A new record belongs to the department that is looked at; of who must choose one, to his own unless he chooses another. */
const deptPreset = (user: UserInfo | null, deptId: string | null): Draft => {
  if (deptId !== null) return { deptId }
  const own = user?.belongDeptId ?? null
  if (user === null || own === null || writesIn(user, null) || !writesIn(user, own)) return {}
  return { deptId: own, deptName: user.belongDeptName }
}
