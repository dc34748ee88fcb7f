import { healthCalls } from '@vigil/contract/health/calls.ts'
import { deviceFault, faultKind } from '@vigil/contract/health/fault.ts'
import { Select } from 'antd'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { useServerNow } from '../../shared/live/hooks.ts'
import type { FilterControlProps } from '../../shared/spec/definitions.ts'
import { basics } from '../../shared/spec/groups.ts'
import { formatSpan } from '../../shared/time/format.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { assigning, type DeviceFault } from './assigning.ts'
import { healthTexts } from './texts.ts'

interface LastingProps {
  readonly record: Pick<DeviceFault, 'since' | 'endedAt'>
}
/** How long it has lasted, or did. */
const Lasting = ({ record: { since, endedAt } }: LastingProps) => {
  const { language } = useLanguage()
  const now = useServerNow()
  if (since === null) return null
  const until = endedAt === null ? now : fromSiteTime(endedAt)
  return <span title={since}>{formatSpan(until - fromSiteTime(since), language)}</span>
}

interface KindProps {
  readonly record: Pick<DeviceFault, 'kind' | 'skewSeconds'>
}
/** What is wrong; of a clock by how much, and which way. */
const Kind = ({ record: { kind, skewSeconds } }: KindProps) => {
  const t = useTexts(healthTexts)
  const { language } = useLanguage()
  if (kind !== faultKind.code.clockDrift || skewSeconds === null) return faultKind.name(kind, language)
  return t(skewSeconds > 0 ? 'ahead' : 'behind', { span: formatSpan(1_000 * Math.abs(skewSeconds), language) })
}

const [open, over] = ['0', '1']
/** Never both: those that are open unless somebody asks for the others. */
const Status = ({ id, value, onChange }: FilterControlProps) => {
  const t = useTexts(healthTexts)
  const options = [
    { value: open, label: t('open') },
    { value: over, label: t('over') },
  ]
  return (
    <Select id={id} value={value ?? open} options={options} onChange={(chosen) => onChange(chosen === open ? null : chosen)} />
  )
}

/** 设备健康: what is wrong with devices, and who sees to it. */
export const DeviceHealth = listScreen(deviceFault, {
  calls: { list: healthCalls.listBsDeviceFaultByDeptId, counts: healthCalls.countBsDeviceFaultByDeptId },
  columns: [
    'deviceName',
    { field: 'deviceId', hidden: true },
    { field: 'kind', width: 176, render: (record) => <Kind record={record} /> },
    { field: 'since', label: { zh: '持续', en: 'For' }, width: 96, render: (record) => <Lasting record={record} /> },
    { field: 'userName', width: 112 },
    // The departments stand beside the list.
    { field: 'ownerName', width: 112 },
    'deptName',
    'note',
    { field: 'seenAt', hidden: true },
    { field: 'endedAt', hidden: true },
  ],
  form: [
    {
      title: basics,
      fields: [
        'deviceName',
        'deviceId',
        'deptId',
        'userName',
        'kind',
        'since',
        'seenAt',
        'endedAt',
        'skewSeconds',
        'ownerId',
        'note',
      ],
    },
  ],
  filters: ['kind', { name: 'ended', label: { zh: '状态', en: 'Status' }, control: Status, toBody: (value) => value === over }],
  creates: false,
  importable: false,
  exportable: false,
  bulk: false,
  rowActions: (fault, { mayActOn }) =>
    mayActOn(fault) && fault.endedAt === null ? [{ label: { zh: '指派', en: 'Assign' }, run: () => assigning.open(fault) }] : [],
  above: AssignDialog,
  icon: 'check',
  emptyTitle: { zh: '所有设备正常', en: 'All devices are fine' },
  emptyHint: {
    zh: '离线、低电量、无定位、位置不动或时钟不准的设备会列在这里',
    en: 'Devices that are offline, low on battery, without a position, stuck at one or whose clock is wrong are listed here',
  },
})
