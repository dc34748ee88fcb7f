import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { logAction, logModule, logResult } from '@vigil/contract/journal/entities.ts'
import { logObjectName } from '@vigil/contract/journal/log-object.ts'
import { systemLog } from '@vigil/contract/journal/log-row.ts'
import { resultText } from '@vigil/contract/journal/result-words.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { DeptPicker } from '../../shared/pick/dept-picker.tsx'
import { UserPicker } from '../../shared/pick/user-picker.tsx'
import type { FilterControlProps } from '../../shared/spec/definitions.ts'
import styles from './journal.module.css'
import { LogDetails } from './log-details.tsx'
import { journalTexts } from './texts.ts'
import { VerifyLog } from './verify-log.tsx'

const Person = ({ id, value, onChange }: FilterControlProps) => <UserPicker id={id} value={value} onChange={onChange} />
const Department = ({ id, value, onChange }: FilterControlProps) => <DeptPicker id={id} value={value} onChange={onChange} />

const ObjectName = ({ object }: { readonly object: string }) => {
  const { language } = useLanguage()
  const name = logObjectName(object, language)
  return <span title={name}>{name}</span>
}
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

/** 系统日志: who did what, when and from where, newest first. */
export const SystemLog = listScreen(systemLog, {
  calls: { list: journalCalls.listSysLogByCondition },
  columns: [
    { field: 'time' },
    { field: 'userName', sort: false, width: 110 },
    { field: 'deptName', sort: false, width: 130 },
    { field: 'module', sort: false },
    { field: 'action', sort: false, width: 100 },
    { field: 'object', sort: false, width: 170, render: ({ object }) => <ObjectName object={object} /> },
    { field: 'objectId', sort: false, width: 110 },
    { field: 'result', sort: false, width: 170, render: ({ result }) => <Result result={result} /> },
    { field: 'ip', sort: false, width: 130 },
    { field: 'repeated', sort: false, width: 100, hidden: true },
    { field: 'costMs', sort: false, width: 100, hidden: true },
    { field: 'userAgent', sort: false, width: 260, hidden: true },
  ],
  form: [],
  filters: [
    { range: ['from', 'to'], label: systemLog.fields.time.label },
    { name: 'module', label: shown.module.label, options: (language) => logModule.options(language) },
    { name: 'action', label: shown.action.label, options: (language) => logAction.options(language) },
    { name: 'result', label: shown.result.label, options: (language) => logResult.options(language) },
    { name: 'userId', label: journalTexts.table.person, control: Person },
    { name: 'deptId', label: shown.deptName.label, control: Department },
  ],
  below: LogDetails,
  tools: VerifyLog,
  bulk: false,
  drawerWidth: 720,
  icon: 'search',
  emptyHint: journalTexts.table.emptyHint,
})
