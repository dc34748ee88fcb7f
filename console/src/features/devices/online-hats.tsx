import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import { Tooltip } from 'antd'
import { Link } from 'react-router'
import { useBroadcast } from '../../shared/calling/broadcasting.ts'
import { usePlaceCall } from '../../shared/calling/calling.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { ListWithDepartments } from '../../shared/list/list-screen.tsx'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { defineList } from '../../shared/spec/spec.ts'
import { IconButton } from '../../shared/ui/bare-buttons.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './devices.module.css'
import { listRefresh } from './groups.ts'
import { batteryColumn, fixColumn, lastOnlineColumn, onlineColumn, wearerColumn } from './health.tsx'
import { deviceTexts } from './texts.ts'

const OnMap = ({ imei }: { readonly imei: string }) => {
  const t = useTexts(deviceTexts)
  if (!useCan('trackRealMgmt')) return <span className="quiet">—</span>
  return (
    <Tooltip title={t('onMap')}>
      <Link
        className={styles['bind']}
        to={addressOf('trackRealMgmt', { object: `hat:${imei}` })}
        tabIndex={-1}
        aria-label={t('onMap')}
      >
        <Icon name="target" size={16} />
      </Link>
    </Tooltip>
  )
}

const CallHelmet = ({ number, name }: { readonly number: string; readonly name: string }) => {
  const t = useTexts(deviceTexts)
  const place = usePlaceCall()
  if (number === '' || !place) return <span className="quiet">—</span>
  return (
    <IconButton small label={t('call')} onClick={() => place({ number, name })}>
      <Icon name="phone" size={16} />
    </IconButton>
  )
}

const SpeakTo = ({ imei }: { readonly imei: string }) => {
  const t = useTexts(deviceTexts)
  const broadcast = useBroadcast()
  if (!broadcast) return <span className="quiet">—</span>
  return (
    <IconButton small label={t('broadcast')} onClick={() => broadcast({ deviceIds: [imei] })}>
      <Icon name="horn" size={16} />
    </IconButton>
  )
}

const spec = defineList(hat, {
  calls: { list: deviceCalls.listBsHatByDeptId, counts: deviceCalls.countBsHatByDeptId },
  columns: [
    { field: 'hatNo', label: { zh: '帽号', en: 'Helmet' }, width: 112 },
    wearerColumn('hatMgmt'),
    onlineColumn,
    // In sight also beside the open column of alarms, as far as there is room; the departments stand beside the list.
    { field: 'map', label: deviceTexts.table.map, width: 64, sort: false, render: ({ imei }) => <OnMap imei={imei} /> },
    {
      field: 'call',
      label: deviceTexts.table.call,
      width: 64,
      sort: false,
      render: ({ sipId, userName, hatNo }) => <CallHelmet number={sipId} name={userName ?? hatNo} />,
    },
    {
      field: 'broadcast',
      label: deviceTexts.table.broadcast,
      width: 64,
      sort: false,
      render: ({ imei }) => <SpeakTo imei={imei} />,
    },
    batteryColumn,
    lastOnlineColumn,
    fixColumn,
    { field: 'deptName', width: 140 },
    { field: 'sipId', hidden: true },
    { field: 'imei', width: 170, hidden: true },
    { field: 'model', hidden: true },
    { field: 'fwVersion', hidden: true },
  ],
  filters: ['userId', 'battery', 'model'],
  creates: false,
  importable: false,
  alarmed: 'device',
  refetchEvery: listRefresh,
  icon: 'helmet',
  emptyHint: deviceTexts.table.nobodyOnline,
})
const heard = { online: 1 } as const

/** 在线安全帽: who is heard just now, with the way to where he is. */
export const OnlineHats = () => <ListWithDepartments spec={spec} fixed={heard} />
