import { alarmType } from '@vigil/contract/alarms/entities.ts'
import { caseCalls } from '@vigil/contract/cases/calls.ts'
import { caseStatus } from '@vigil/contract/cases/entities.ts'
import { evidenceCase, type EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { CaseRecord } from './case-record.tsx'
import { caseTexts } from './texts.ts'

const AlarmOf = ({ record }: { readonly record: EvidenceCase }) => {
  const { language } = useLanguage()
  const said = `${alarmType.name(record.alarmType, language)} · ${record.subject}`
  return (
    <Row gap={6}>
      <LevelMark level={record.alarmLevel} size={18} />
      <span className="ellipsis" title={said}>
        {said}
      </span>
    </Row>
  )
}
const Status = ({ record: { status } }: { readonly record: EvidenceCase }) => {
  const { language } = useLanguage()
  return <span className={status === caseStatus.code.closed ? 'quiet' : ''}>{caseStatus.name(status, language)}</span>
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
      width: 200,
      render: (record) => <AlarmOf record={record} />,
    },
    { field: 'deptName', width: 120 },
    { field: 'status', width: 88, render: (record) => <Status record={record} /> },
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
