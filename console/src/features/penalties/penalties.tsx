import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { penaltyVehicle, type PenaltyVehicle } from '@vigil/contract/penalties/penalty-vehicle.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { BarButton } from './bar-dialog.tsx'
import { History } from './history.tsx'
import { penaltyTexts } from './texts.ts'

const Barred = ({ isBarred, barredUntil }: Pick<PenaltyVehicle, 'isBarred' | 'barredUntil'>) => {
  const t = useTexts(penaltyTexts)
  if (isBarred !== 1) return <span className="quiet">{t('notBarred')}</span>
  return <span className="bad">{barredUntil === null ? t('barred') : t('barredUntil', { time: barredUntil })}</span>
}
const BarredFor = ({ isBarred, barredFor }: Pick<PenaltyVehicle, 'isBarred' | 'barredFor'>) => {
  const t = useTexts(penaltyTexts)
  if (isBarred !== 1) return <span className="quiet">—</span>
  return barredFor || t('byPoints')
}

/** In its record, where a green “yes” would pass for something good. */
const BarredState = ({ value }: { readonly value: unknown }) => <Barred isBarred={value === 1 ? 1 : 0} barredUntil={null} />

/** 违章处罚: what vehicles have of warnings and points, which are barred, and what led to it. */
export const Penalties = listScreen(penaltyVehicle, {
  calls: { list: penaltyCalls.listZdPenaltyVehicle },
  columns: [
    { field: 'plateNumber', width: 120 },
    {
      field: 'isBarred',
      width: 230,
      with: ['barredUntil'],
      render: ({ isBarred, barredUntil }) => <Barred isBarred={isBarred} barredUntil={barredUntil} />,
    },
    { field: 'points', width: 110 },
    { field: 'warnings', width: 110 },
    {
      field: 'barredFor',
      width: 200,
      sort: false,
      render: ({ isBarred, barredFor }) => <BarredFor isBarred={isBarred} barredFor={barredFor} />,
    },
    { field: 'steps', width: 110 },
    { field: 'lastAt', width: 130 },
  ],
  filters: ['isBarred'],
  form: [
    {
      title: { zh: '车辆', en: 'Vehicle' },
      fields: [
        'plateNumber',
        { field: 'isBarred', fixed: BarredState },
        'barredUntil',
        'barredFor',
        'points',
        'warnings',
        'steps',
        'lastAt',
      ],
    },
  ],
  departments: false,
  creates: false,
  importable: false,
  exportable: false,
  tools: BarButton,
  below: History,
  icon: 'gauge',
  emptyTitle: { zh: '没有违章车辆', en: 'No vehicles with penalties' },
  emptyHint: {
    zh: '在站点设置启用违章处罚后，确认关闭的超速和违停记录引起的警告、记分和黑名单列在这里',
    en: 'Once penalties are on in the site settings, the warnings, points and bars that follow from confirmed records are listed here',
  },
})
