import { alarmType } from '@vigil/contract/alarms/entities.ts'
import { caseCalls } from '@vigil/contract/cases/calls.ts'
import { evidenceCase, type EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { CaseRecord } from './case-record.tsx'
import { CaseStatus } from './case-status.tsx'
import { caseTexts } from './texts.ts'

/** Its level alone: what it was and of whom the title says. */
const AlarmOf = ({ record }: { readonly record: EvidenceCase }) => {
  const { language } = useLanguage()
  return (
    <span title={`${alarmType.name(record.alarmType, language)} · ${record.subject}`}>
      <LevelMark level={record.alarmLevel} size={18} />
    </span>
  )
}

/** 证据档案: what was kept of alarms. */
export const EvidenceCases = listScreen(evidenceCase, {
  calls: { list: caseCalls.listZdCaseByDeptId, counts: caseCalls.countZdCaseByDeptId },
  columns: [
    'title',
    { field: 'number', width: 88 },
    {
      field: 'alarmType',
      with: ['alarmLevel', 'subject'],
      width: 64,
      render: (record) => <AlarmOf record={record} />,
    },
    { field: 'deptName', width: 120 },
    { field: 'status', width: 88, render: (record) => <CaseStatus of={record} /> },
    { field: 'createdAt', width: 128 },
    { field: 'createdBy', width: 96 },
    { field: 'items', width: 80 },
    { field: 'findTime', width: 128, hidden: true },
  ],
  form: [],
  below: CaseRecord,
  drawerWidth: 620,
  permission: 'alarm:handle',
  creates: false,
  bulk: false,
  exportable: false,
  icon: 'lock',
  emptyHint: caseTexts.table.hint,
})
