import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { logAction, logModule, logResult } from '@vigil/contract/journal/entities.ts'
import { systemLog } from '@vigil/contract/journal/log-row.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { resultText } from '@vigil/contract/journal/result-words.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { ListWithDepartments } from '../../shared/list/list-screen.tsx'
import { DeptPicker } from '../../shared/pick/dept-picker.tsx'
import { UserPicker } from '../../shared/pick/user-picker.tsx'
import type { ColumnDefinition, FilterControlProps, FilterDefinition } from '../../shared/spec/definitions.ts'
import { PersonCell } from '../../shared/spec/person-cell.tsx'
import { defineList, type ListSpec } from '../../shared/spec/spec.ts'
import styles from './journal.module.css'
import { LogDetails } from './log-details.tsx'
import { LogObjectCell } from './log-object-cell.tsx'
import { actionsIn, commonIn, LogPartTabs, parts, useLogPart, type Part } from './log-parts.tsx'
import { journalTexts } from './texts.ts'
import { VerifyLog } from './verify-log.tsx'

const Person = ({ id, value, onChange }: FilterControlProps) => <UserPicker id={id} value={value} onChange={onChange} />
const Department = ({ id, value, onChange }: FilterControlProps) => <DeptPicker id={id} value={value} onChange={onChange} />

const Result = ({ result }: { readonly result: string }) => {
  const { language } = useLanguage()
  const text = resultText(result, language)
  return (
    <span className={styles['result']} data-refused={result !== 'success'} title={text}>
      {text}
    </span>
  )
}

const { shown } = systemLog

const columns: readonly ColumnDefinition<typeof systemLog>[] = [
  { field: 'time' },
  {
    field: 'userName',
    sort: false,
    width: 110,
    render: ({ userId, userName }) => <PersonCell id={userId} name={userName} />,
  },
  { field: 'action', sort: false, width: 136 },
  {
    field: 'object',
    with: ['objectName'],
    sort: false,
    width: 208,
    render: (row) => <LogObjectCell row={row} />,
  },
  { field: 'result', sort: false, width: 182, render: ({ result }) => <Result result={result} /> },
  { field: 'deptName', sort: false, width: 120 },
  { field: 'module', sort: false, width: 110 },
  { field: 'ip', sort: false, width: 130 },
  { field: 'objectId', sort: false, width: 110, hidden: true },
  { field: 'repeated', sort: false, width: 100, hidden: true },
  { field: 'costMs', sort: false, width: 100, hidden: true },
  { field: 'userAgent', sort: false, width: 260, hidden: true },
]

const filtersIn = (part: Part): readonly (FilterDefinition<typeof systemLog> & { readonly name?: string })[] => [
  { range: ['from', 'to'], label: systemLog.fields.time.label },
  { name: 'module', label: shown.module.label, options: (language) => logModule.options(language) },
  {
    name: 'action',
    label: shown.action.label,
    options: (language) => logAction.options(language).filter(({ value }) => actionsIn(part)?.includes(value) ?? true),
  },
  { name: 'result', label: shown.result.label, options: (language) => logResult.options(language) },
  { name: 'userId', label: journalTexts.table.person, control: Person },
  { name: 'deptId', label: shown.deptName.label, control: Department },
]

const { table } = journalTexts
const emptyHints: Readonly<Record<Part, Text>> = {
  all: table.emptyAll,
  changes: table.emptyChanges,
  signIns: table.emptySignIns,
  refusals: table.emptyRefusals,
}

const specOf = (part: Part): ListSpec => {
  const common = commonIn(part)
  // Of what was refused every row has a reason of its own, and no other result.
  const unasked = part === 'all' ? common : [...common, 'result']
  return defineList(systemLog, {
    calls: { list: journalCalls.listSysLogByCondition },
    columns: columns.filter(({ field }) => !common.includes(field)),
    form: [],
    filters: filtersIn(part).filter(({ name }) => name === undefined || !unasked.includes(name)),
    summary: LogPartTabs,
    below: LogDetails,
    tools: VerifyLog,
    bulk: false,
    drawerWidth: 720,
    icon: 'search',
    emptyHint: emptyHints[part],
  })
}

const lists = new Map(parts.map((part) => [part, { spec: specOf(part), fixed: part === 'all' ? {} : { part } }]))

/** 系统日志: who did what, when and from where, newest first. */
export const SystemLog = () => {
  const list = lists.get(useLogPart().part)
  return list && <ListWithDepartments spec={list.spec} fixed={list.fixed} />
}
