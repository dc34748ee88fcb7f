import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { gateAccess, passResult } from '@vigil/contract/gates/gate-access.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { NowInside } from './now-inside.tsx'
import { PassPicture } from './pass-picture.tsx'
import type { GateAccess } from './records.ts'
import { gateTexts } from './texts.ts'
import { PassSwitch, usePassView } from './view-switch.tsx'

/** Milliseconds: the live link tells of each pass, this is what it missed. */
const passesEvery = 30_000

/** Whether somebody was let through; if not, why, in red. */
const Result = ({ record: { result, reason } }: { readonly record: Pick<GateAccess, 'result' | 'reason'> }) => {
  const t = useTexts(gateTexts)
  if (result !== passResult.code.refused) return <Passed />
  const said = reason === '' ? t('refused') : t('refusedFor', { reason })
  return (
    <span className="bad" title={said}>
      {said}
    </span>
  )
}
const Passed = () => {
  const t = useTexts(gateTexts)
  return <>{t('passed')}</>
}

const Name = ({ personName }: { readonly personName: string }) => {
  const t = useTexts(gateTexts)
  return personName === '' ? <span className="quiet">{t('unknownPerson')}</span> : <>{personName}</>
}

const AccessList = listScreen(gateAccess, {
  calls: { list: gateCalls.listZdGateAccess },
  columns: [
    { field: 'personName', width: 120, render: ({ personName }) => <Name personName={personName} /> },
    { field: 'passTime', width: 128 },
    { field: 'snapUrl', width: 72, with: ['pictureLost'], render: (record) => <PassPicture record={record} size="row" /> },
    { field: 'direction', width: 80 },
    { field: 'result', width: 180, with: ['reason'], render: (record) => <Result record={record} /> },
    { field: 'gateName', width: 140 },
    { field: 'personType', width: 104 },
    { field: 'deptName', width: 120 },
    { field: 'passType', width: 96 },
    { field: 'personNo', width: 110 },
    { field: 'plateNumber', width: 110 },
    { field: 'cardNo', hidden: true },
    { field: 'temperature', hidden: true },
    { field: 'deviceIp', hidden: true },
    { field: 'reason', hidden: true },
  ],
  filters: ['passTime', 'personType', 'direction', 'result', 'passType'],
  form: [
    {
      title: { zh: '通行', en: 'Pass' },
      fields: [
        'personName',
        'passTime',
        'direction',
        'result',
        { field: 'reason', when: ({ result }) => result === passResult.code.refused },
        'gateName',
        'passType',
        'cardNo',
        'temperature',
        { field: 'unread', when: ({ unread }) => unread !== '' },
      ],
    },
    { title: { zh: '人员', en: 'Person' }, fields: ['personNo', 'personType', 'deptId', 'plateNumber'] },
  ],
  creates: false,
  importable: false,
  exportable: false,
  bulk: false,
  below: ({ record }) => <PassPicture record={record} size="drawer" />,
  tools: PassSwitch,
  refetchEvery: passesEvery,
  icon: 'gate',
  emptyTitle: { zh: '没有通行记录', en: 'No gate records' },
  emptyHint: {
    zh: '闸机上报的每次通行会列在这里，带方向、方式、结果和抓拍图',
    en: 'Every pass that a turnstile tells of is listed here with direction, method, result and picture',
  },
})

/** 道闸记录: who passed which gate, and who is inside now. */
export const Passes = () => (usePassView() === 'inside' ? <NowInside /> : <AccessList />)
